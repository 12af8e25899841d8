/** The text of `--help`. */
export const USAGE = `Lectern site runner: wakes machines of a site, and says to consoles which network they are in.

  node lectern-runner.mjs [run] --platform URL [options]      runs until it is stopped
  sudo node lectern-runner.mjs install --platform URL [options]  installs it as a service (Linux with systemd)

The token is shown in the console, under Sites, Site Runners. It is read from a file or the environment, never from the
command line, where everybody on this machine sees it. install asks for it.

  --platform URL       the address of the console, such as https://acme.lectern.example (or LECTERN_PLATFORM)
  --tenant KEY         the tenant, where it is not the first part of that address
  --token-file FILE    the file that holds the token (or LECTERN_RUNNER_TOKEN, the token itself)
  --cert FILE, --key FILE
                       certificate and key of the runner in PEM (default: the runner makes its own)
  --authority-trusted  the runner's own authority is imported on the computers of tutors: consoles may ask by themselves
  --data FOLDER        where it keeps what it makes (default: ~/.lectern-runner)
  --port N             port of /dnslookup (default 443; 0 takes a free one)
  --address ADDRESS    listen on this address only (default: all)
  --name-url URL       how browsers reach the runner, where it is not what the certificate says
  --hostname NAME      what it says its name is (default: the name of this machine)
  --wake ADDRESS[:PORT]
                       where wake packets go, as often as needed (default: broadcast in every network of this machine)
  --root FOLDER        with install: write everything below this folder, and start nothing
  --version, --help`;
