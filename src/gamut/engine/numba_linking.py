"""How Numba compiles helpers: functions that only other compiled functions call.

By default Numba optimises every function together with everything it calls, generates machine code for the whole, and
repeats this for each caller. Here a helper stays plain LLVM IR, in memory and on disk, and the driver that reaches it
is optimised together with all its helpers in one pass. That takes half as long, and the code is as fast.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result


class HelperLibrary(JITCodeLibrary):
    """The IR of a helper and of everything it calls, to be linked into drivers."""

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> HelperLibrary:
        """Load a cached helper."""
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # otherwise it could not be cached
        self._finalized = True  # without machine code

    def get_pointer_to_function(self, name: str) -> int:
        """Return a null pointer: a helper has no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> HelperLibrary:
        """The object whose `set_env` Numba calls; each driver sets the environments of its helpers itself."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: see `codegen`."""

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """Return the arguments of `read`; Numba calls this method when it writes the cache."""
        return self.name, self._get_module_for_linking().as_bitcode()


class HelperCompiler(Compiler):
    """Compiles a function into a `HelperLibrary`."""

    def compile_extra(self, function: Any) -> Any:
        self.state.library = HelperLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class DriverCompiler(Compiler):
    """Compiles a driver, then sets the environments of its helpers, which `print` needs."""

    def compile_extra(self, function: Any) -> Any:
        compiled = super().compile_extra(function)
        environments = tuple(compiled._find_referenced_environments())
        for environment in environments:
            compiled.library.codegen.set_env(environment.env_name, environment)
        return compiled._replace(referenced_envs=environments)


class HelperCacheImpl(CompileResultCacheImpl):
    """Reads helpers from cache files; Numba's own code writes them."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the compile result of a cached helper."""
        library, description, environment, signature, objectmode, lifted, annotation, reload, environments = payload
        helper = HelperLibrary.read(target_context.codegen(), *library)
        for prepare in reload or ():
            prepare()
        return compile_result(
            target_context=target_context, typing_context=target_context.typing_context, library=helper,
            entry_point=target_context.get_executable(helper, description, environment), environment=environment,
            fndesc=description, type_annotation=annotation, signature=signature, objectmode=objectmode,
            lifted=lifted, reload_init=reload, referenced_envs=environments,
        )  # fmt: skip


class HelperCache(FunctionCache):
    """The disk cache of helpers."""

    _impl_class = HelperCacheImpl


def compile_driver(function: Any, options: dict[str, Any]) -> Any:
    """Return a driver that is compiled when it is first called."""
    return numba.njit(cache=True, pipeline_class=DriverCompiler, **options)(function)


def compile_helper(function: Any, options: dict[str, Any]) -> Any:
    """Return a helper that is compiled with the first driver that reaches it."""
    own: dict[str, Any] = {"no_cpython_wrapper": True, "pipeline_class": HelperCompiler}
    helper: Any = numba.njit(**options, **own)(function)
    helper._cache = HelperCache(function)
    return helper
