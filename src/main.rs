//! The `comity` binary.

/// Matches, branches of matches and records are many and short-lived, which the system's allocator is slow with.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    comity::cli::main()
}
