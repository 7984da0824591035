// Where systemd units that were installed before apps/cli look for the launcher.
import '../apps/cli/src/serve.ts';
