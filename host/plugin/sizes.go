package plugin

// checkSizes holds the declared sizes to the limits.
func checkSizes(m *Module, l Limits) *Error {
	if n := len(m.Imports); n > maxImports {
		return fault(KindLoad, "it imports %d times, over the limit of %d: import each function once", n, maxImports)
	}
	if len(m.Memories) > 0 {
		if need := int64(m.Memories[0].Min) * pageBytes; need > l.MemoryBytes {
			return over(KindMemory, need, l.MemoryBytes, "the memory it declares")
		}
	}
	if len(m.Memories) > 1 {
		return fault(KindABI, "it has %d memories, a plugin has one", len(m.Memories))
	}
	entries := uint64(0)
	for _, t := range m.Tables {
		entries += t.Min
	}
	if entries > maxTableEntries {
		return fault(KindMemory, "its tables begin with %d entries, over the limit of %d", entries, maxTableEntries)
	}
	return nil
}

// wasiFunctions are the functions that may be imported: all of WASI preview 1 as the
// runtime provides it. None reaches outside: they find neither file, socket, argument nor
// environment behind them, and clocks and randomness are constant.
var wasiFunctions = []string{
	"args_get", "args_sizes_get", "clock_res_get", "clock_time_get", "environ_get", "environ_sizes_get",
	"fd_advise", "fd_allocate", "fd_close", "fd_datasync", "fd_fdstat_get", "fd_fdstat_set_flags",
	"fd_fdstat_set_rights", "fd_filestat_get", "fd_filestat_set_size", "fd_filestat_set_times", "fd_pread",
	"fd_prestat_dir_name", "fd_prestat_get", "fd_pwrite", "fd_read", "fd_readdir", "fd_renumber", "fd_seek",
	"fd_sync", "fd_tell", "fd_write", "path_create_directory", "path_filestat_get", "path_filestat_set_times",
	"path_link", "path_open", "path_readlink", "path_remove_directory", "path_rename", "path_symlink",
	"path_unlink_file", "poll_oneoff", "proc_exit", "proc_raise", "random_get", "sched_yield", "sock_accept",
	"sock_recv", "sock_send", "sock_shutdown",
}
