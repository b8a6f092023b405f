//! The `comity` binary.

fn main() -> std::process::ExitCode {
    comity::cli::main()
}
