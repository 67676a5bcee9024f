import type { Commands } from './command.ts'

export const doctorCommands: Commands = {
  doctor: {
    usage: '',
    description: 'tries settings, database, keys, disk, mail, bank and address, changes nothing, and says what to do',
    run: async (args, context) => (await import('./doctor-run.ts')).runDoctor(args, context),
  },
}
