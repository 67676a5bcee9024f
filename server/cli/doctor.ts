import { type Commands, languageUsage } from './command.ts'

export const doctorCommands: Commands = {
  doctor: {
    usage: languageUsage,
    description:
      'tries settings, database, keys, disk, mail, bank and address, changes nothing, and says what to do; in Portuguese, with --lang en in English',
    run: async (args, context) => (await import('./doctor-run.ts')).runDoctor(args, context),
  },
  'doctor content': {
    usage: `[--json] ${languageUsage}`,
    description:
      'looks at what the shop shows, changes nothing, and says what is missing for its opening; ends with 1 where something must be done',
    run: async (args, context) => (await import('./content-run.ts')).runContentCheck(args, context),
  },
}
