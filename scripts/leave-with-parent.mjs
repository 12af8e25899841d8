/** Loaded into every process that `npm start` spawns: a launcher that is gone must not leave orphans behind. */
const launcher = process.ppid;

const watch = setInterval(() => {
  if (process.ppid === launcher) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 1_000);
// It must not keep a process alive that has ended its own work.
watch.unref();
