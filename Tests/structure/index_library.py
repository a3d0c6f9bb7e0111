# SPDX-License-Identifier: MIT
"""libIndexStore of the Swift toolchain: its functions, types and numbers, as indexstore.h declares them."""
import ctypes
import enum
import os
import shutil

Pointer = ctypes.c_void_p


class Text(ctypes.Structure):
    """indexstore_string_ref_t: bytes that the library owns."""

    _fields_ = [("data", Pointer), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Kind(enum.IntEnum):
    """indexstore_symbol_kind_t: the kinds that rules ask for."""

    MODULE = 1
    ENUM = 5
    STRUCT = 6
    CLASS = 7
    PROTOCOL = 8
    EXTENSION = 9
    TYPEALIAS = 11
    CASE = 15
    PROPERTY = 19
    INITIALIZER = 22
    PARAMETER = 25


class Role(enum.IntFlag):
    """indexstore_symbol_role_t: what an occurrence is, and how it is related to other symbols."""

    DECLARATION = 1 << 0
    DEFINITION = 1 << 1
    REFERENCE = 1 << 2
    WRITE = 1 << 4
    IMPLICIT = 1 << 8
    CHILD_OF = 1 << 9
    BASE_OF = 1 << 10
    OVERRIDE_OF = 1 << 11
    EXTENDED_BY = 1 << 14
    ACCESSOR_OF = 1 << 15
    CONTAINED_BY = 1 << 16


# indexstore_symbol_subkind_t: getters, setters and Swift's other accessors; the third group begins after operators.
OBSERVERS = {1000, 1001}
ACCESSORS = {3, 4} | OBSERVERS | {1002, 1003} | set(range(1014, 1019))
# indexstore_unit_dependency_kind_t.
RECORD = 2

APPLIER = ctypes.CFUNCTYPE(ctypes.c_bool, Pointer, Pointer)
NAME_APPLIER = ctypes.CFUNCTYPE(ctypes.c_bool, Pointer, Text)

# Name, result and arguments of each function that is called.
FUNCTIONS = [
    ("store_create", Pointer, ctypes.c_char_p, Pointer),
    ("store_units_apply_f", ctypes.c_bool, Pointer, ctypes.c_uint, Pointer, NAME_APPLIER),
    ("store_get_unit_modification_time", ctypes.c_bool, Pointer, ctypes.c_char_p, Pointer, Pointer, Pointer),
    ("unit_reader_create", Pointer, Pointer, ctypes.c_char_p, Pointer),
    ("unit_reader_dispose", None, Pointer),
    ("unit_reader_get_main_file", Text, Pointer),
    ("unit_reader_get_working_dir", Text, Pointer),
    ("unit_reader_dependencies_apply_f", ctypes.c_bool, Pointer, Pointer, APPLIER),
    ("unit_dependency_get_kind", ctypes.c_uint, Pointer),
    ("unit_dependency_get_filepath", Text, Pointer),
    ("unit_dependency_get_name", Text, Pointer),
    ("record_reader_create", Pointer, Pointer, ctypes.c_char_p, Pointer),
    ("record_reader_dispose", None, Pointer),
    ("record_reader_occurrences_apply_f", ctypes.c_bool, Pointer, Pointer, APPLIER),
    ("occurrence_get_symbol", Pointer, Pointer),
    ("occurrence_get_roles", ctypes.c_uint64, Pointer),
    ("occurrence_get_line_col", None, Pointer, Pointer, Pointer),
    ("occurrence_relations_apply_f", ctypes.c_bool, Pointer, Pointer, APPLIER),
    ("symbol_relation_get_roles", ctypes.c_uint64, Pointer),
    ("symbol_relation_get_symbol", Pointer, Pointer),
    ("symbol_get_usr", Text, Pointer),
    ("symbol_get_name", Text, Pointer),
    ("symbol_get_kind", ctypes.c_uint, Pointer),
    ("symbol_get_subkind", ctypes.c_uint, Pointer),
]


def toolchain(path):
    """A file of the toolchain whose `swift` is called; the environment's SWIFT can name another."""
    swift = shutil.which(os.environ.get("SWIFT", "swift"))
    if swift is None:
        raise SystemExit("structure: no swift in the PATH; install Swift, or name it in SWIFT")
    return os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(swift))), path)


def load():
    """The library, with the types of its functions."""
    library = ctypes.CDLL(toolchain("lib/libIndexStore.so"))
    for name, result, *arguments in FUNCTIONS:
        function = getattr(library, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
    return library
