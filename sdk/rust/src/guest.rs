//! The exports of the module, and its state between calls: two buffers.

use crate::{call, refusal, Function, Manifest};
use std::cell::UnsafeCell;

/// How much memory an idle buffer may hold on to.
const KEEP: usize = 4 << 20;

/// The state of a module. Only [`serve!`] uses it.
#[doc(hidden)]
pub struct Guest {
    input: UnsafeCell<Vec<u8>>,
    output: UnsafeCell<Vec<u8>>,
}

// A module has one thread.
unsafe impl Sync for Guest {}

impl Guest {
    pub const fn new() -> Self {
        Guest { input: UnsafeCell::new(Vec::new()), output: UnsafeCell::new(Vec::new()) }
    }

    /// The place of the next request; 0 when there is no memory.
    pub fn alloc(&self, size: u32) -> u32 {
        report_panics();
        let input = unsafe { &mut *self.input.get() };
        let size = (size as usize).max(1);
        if input.capacity() < size || input.capacity() > KEEP && size <= KEEP / 4 {
            *input = Vec::new();
            if input.try_reserve_exact(size).is_err() {
                return 0;
            }
        }
        input.resize(size, 0);
        input.as_ptr() as usize as u32
    }

    pub fn describe(&self, manifest: Manifest, function: Function) -> u64 {
        report_panics();
        self.place(manifest.encode(function.kind()))
    }

    /// Answers the request that lies in the place last given.
    pub fn answer(&self, function: Function, kind: u64, at: u32, len: u32) -> u64 {
        let input = unsafe { &*self.input.get() };
        if function.kind() != kind {
            return self.place(refusal("the plugin does not implement this contract"));
        }
        if input.as_ptr() as usize as u32 != at || len as usize > input.len() {
            return self.place(refusal("the request lies elsewhere than in the place given for it"));
        }
        self.place(call(function, &input[..len as usize]))
    }

    fn place(&self, bytes: Vec<u8>) -> u64 {
        let output = unsafe { &mut *self.output.get() };
        *output = bytes;
        (output.as_ptr() as u64) << 32 | output.len() as u64
    }
}

/// Makes panics write their text to stderr, of which the host shows the end.
fn report_panics() {
    #[cfg(target_arch = "wasm32")]
    {
        static mut DONE: bool = false;
        unsafe {
            if DONE {
                return;
            }
            DONE = true;
        }
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            let vector = [text.as_ptr() as usize, text.len()];
            let mut written = 0;
            unsafe { fd_write(2, vector.as_ptr(), 1, &mut written) };
        }));
    }
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "wasi_snapshot_preview1")]
extern "C" {
    fn fd_write(fd: i32, vectors: *const usize, n: i32, written: *mut u32) -> i32;
}

/// Makes a plugin of a function that returns its [`Manifest`] and of a [`Function`]: exports
/// the spark ABI 1 from the module. In a native build it does nothing.
#[macro_export]
macro_rules! serve {
    ($manifest:expr, $function:expr) => {
        #[cfg(target_arch = "wasm32")]
        mod spark_exports {
            use super::*;
            static GUEST: $crate::Guest = $crate::Guest::new();

            #[no_mangle]
            pub extern "C" fn spark_abi_1() -> i32 {
                1
            }
            #[no_mangle]
            pub extern "C" fn spark_alloc(size: u32) -> u32 {
                GUEST.alloc(size)
            }
            #[no_mangle]
            pub extern "C" fn spark_describe() -> u64 {
                GUEST.describe($manifest(), $function)
            }
            #[no_mangle]
            pub extern "C" fn spark_score(at: u32, len: u32) -> u64 {
                GUEST.answer($function, 1, at, len)
            }
            #[no_mangle]
            pub extern "C" fn spark_assess(at: u32, len: u32) -> u64 {
                GUEST.answer($function, 2, at, len)
            }
            #[no_mangle]
            pub extern "C" fn spark_calibrate(at: u32, len: u32) -> u64 {
                GUEST.answer($function, 3, at, len)
            }
        }
        #[cfg(not(target_arch = "wasm32"))]
        const _: ($crate::Function, fn() -> $crate::Manifest) = ($function, $manifest);
    };
}
