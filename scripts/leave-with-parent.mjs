/** Loaded into every process that `npm start` spawns, so that no process outlives its launcher. */
const launcher = process.ppid;

const watch = setInterval(() => {
  if (process.ppid === launcher) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 1_000);
// The timer must not keep a process alive that has finished its work.
watch.unref();
