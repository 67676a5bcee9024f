import type { Commands } from './command.ts'

export const maintenanceCommands: Commands = {
  backup: {
    usage: 'FILE [--force] [--verify]',
    description:
      'write the whole shop into one file, while it is open; --force: over an older one; --verify: reads it back',
    run: async (args, context) => (await import('./maintenance-run.ts')).runBackup(args, context),
  },
  restore: {
    usage: 'FILE',
    description:
      'bring the shop of a backup back, into an empty database and DATA_DIR, on SQLite or PostgreSQL; it rests until "resume"',
    run: async (args, context) => (await import('./maintenance-run.ts')).runRestore(args, context),
  },
  resume: {
    usage: '',
    description: 'a restored shop is the shop now: it sends letters and messages, ends orders and refunds again',
    run: async (args, context) => (await import('./maintenance-run.ts')).runResume(args, context),
  },
  migrate: {
    usage: '',
    description: 'bring the database to what this program needs; every start of the server does it, too',
    run: async (args, context) => (await import('./maintenance-run.ts')).runMigrate(args, context),
  },
  demo: {
    usage: '',
    description: 'fill an empty database with the demo shop (only with SANDBOX=1)',
    run: async (args, context) => (await import('./maintenance-run.ts')).runSeedDemo(args, context),
  },
}
