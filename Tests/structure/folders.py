# SPDX-License-Identifier: MIT
"""Which folder uses which: the edges between folders, their cycles, and the cheapest way to cut these."""
import collections
import functools

# Above this many folders in one cycle, the cheapest cut would take too long to find.
MOST_FOR_CUT = 16


class Folders:
    """The folders of the sources, and the references from one to another."""

    def __init__(self, graph, layers):
        self.graph, self.layers = graph, layers
        targets = graph.package.files
        self.of = {file: layers.folder(file, target) for file, target in targets.items()}
        self.names = sorted(set(self.of.values()), key=layers.height)

    @functools.cached_property
    def uses(self):
        """The references from one folder to another, by the pair of folders."""
        found = collections.defaultdict(list)
        for each in self.graph.references:
            if each.definition and self.of[each.file] != self.of[each.definition.file]:
                found[self.of[each.file], self.of[each.definition.file]].append(each)
        return dict(sorted(found.items(), key=lambda item: [self.layers.height(folder) for folder in item[0]]))

    @functools.cached_property
    def cycles(self):
        """The sets of folders of a target that use each other, directly or over others."""
        found = {frozenset(self._reached(each, forth=True) & self._reached(each, forth=False)) for each in self.names}
        return sorted((sorted(each, key=self.layers.height) for each in found if len(each) > 1), key=str)

    def _reached(self, start, forth):
        """All that a folder uses (forth), or all that uses it (back), over any number of folders of its target."""
        reached, open_ends = {start}, [start]
        while open_ends:
            end = open_ends.pop()
            for pair in self.uses:
                near, far = pair if forth else pair[::-1]
                if near == end and far not in reached and far.split("/")[0] == start.split("/")[0]:
                    reached.add(far)
                    open_ends.append(far)
        return reached

    def cheapest_cut(self, cycle):
        """The order of a cycle's folders with the fewest references upwards, and the pairs that these are of."""
        if len(cycle) > MOST_FOR_CUT:
            return None, []
        _, order = self._cheapest(tuple(cycle), frozenset(cycle))
        above = {folder: rank for rank, folder in enumerate(order)}
        return order, [pair for pair in self.uses
                       if set(pair) <= set(cycle) and above[pair[0]] < above[pair[1]]]

    @functools.cache
    def _cheapest(self, cycle, rest):
        """The least number of upward references among some folders, and their order: any of them may be the top."""
        if not rest:
            return 0, ()
        return min(self._with_top(cycle, rest, top) for top in cycle if top in rest)

    def _with_top(self, cycle, rest, top):
        cost, order = self._cheapest(cycle, rest - {top})
        return cost + sum(len(self.uses.get((each, top), [])) for each in rest - {top}), order + (top,)
