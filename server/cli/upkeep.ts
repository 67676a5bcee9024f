import type { Commands } from './command.ts'

export const upkeepCommands: Commands = {
  backup: {
    takes: 'FILE [--force] [--verify]',
    does: 'write the whole shop into one file, while it is open; --force: over an older one; --verify: reads it back',
    run: async (args, operator) => (await import('./upkeep-run.ts')).backup(args, operator),
  },
  restore: {
    takes: 'FILE',
    does: 'bring the shop of a backup back, into an empty database and DATA_DIR, on SQLite or PostgreSQL',
    run: async (args, operator) => (await import('./upkeep-run.ts')).restoreBackup(args, operator),
  },
  migrate: {
    takes: '',
    does: 'bring the database to what this program needs; every start of the server does it, too',
    run: async (args, operator) => (await import('./upkeep-run.ts')).migrate(args, operator),
  },
  demo: {
    takes: '',
    does: 'fill an empty database with the demo shop (only with SANDBOX=1)',
    run: async (args, operator) => (await import('./upkeep-run.ts')).fillDemo(args, operator),
  },
}
