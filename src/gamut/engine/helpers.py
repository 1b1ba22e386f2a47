"""How Numba compiles a helper: a function that only other compiled functions call.

Left to itself Numba optimises every function together with all that it calls, makes machine code of the whole,
and does so again for each caller. Here a helper is kept as plain IR, in memory and on disk, and the driver that
reaches it is optimised with all its helpers in one go: that takes half as long, and the code is as fast.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result


class Ingredient(JITCodeLibrary):
    """The IR of a helper and of all that it calls, to be linked into others."""

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> Ingredient:
        """One that was cached."""
        made = cls(codegen, name)
        made._final_module = llvm.parse_bitcode(bitcode)
        made._finalized = True
        return made

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # with them it cannot be cached
        self._finalized = True  # without machine code

    def get_pointer_to_function(self, name: str) -> int:
        """Nowhere: there is no machine code to point to."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Ingredient:
        """Whoever sets the environment; that of a helper is set in each driver that holds the helper."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing to be set here."""

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """What `read` needs; Numba asks for it by this name."""
        return self.name, self._get_module_for_linking().as_bitcode()


class HelperCompiler(Compiler):
    """Numba's own steps, into an ingredient."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a function as far as others need it."""
        self.state.library = Ingredient(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class DriverCompiler(Compiler):
    """Numba's own steps; then the environments of all helpers in the driver are set: `print` needs them."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a function with all its helpers."""
        made = super().compile_extra(function)
        found = tuple(made._find_referenced_environments())
        for environment in found:
            made.library.codegen.set_env(environment.env_name, environment)
        return made._replace(referenced_envs=found)


class IngredientFiles(CompileResultCacheImpl):
    """How an ingredient is read from its file; to write it Numba's way will do."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """What compiling had given."""
        library, description, environment, signature, objectmode, lifted, annotation, reload, environments = payload
        made = Ingredient.read(target_context.codegen(), *library)
        for prepare in reload or ():
            prepare()
        return compile_result(
            target_context=target_context, typing_context=target_context.typing_context, library=made,
            entry_point=target_context.get_executable(made, description, environment), environment=environment,
            fndesc=description, type_annotation=annotation, signature=signature, objectmode=objectmode,
            lifted=lifted, reload_init=reload, referenced_envs=environments,
        )  # fmt: skip


class HelperCache(FunctionCache):
    """Helpers on disk."""

    _impl_class = IngredientFiles


def compile_driver(function: Any, options: dict[str, Any]) -> Any:
    """A driver, compiled when it is first called."""
    return numba.njit(cache=True, pipeline_class=DriverCompiler, **options)(function)


def compile_helper(function: Any, options: dict[str, Any]) -> Any:
    """A helper, compiled when the first driver that reaches it is."""
    own: dict[str, Any] = {"no_cpython_wrapper": True, "pipeline_class": HelperCompiler}
    made: Any = numba.njit(**options, **own)(function)
    made._cache = HelperCache(function)
    return made
