import { isShopDay } from '../platform/calendar.ts'
import { type Commands, idIn, optionsIn, table, UsageError } from './command.ts'
import { operator } from './operator.ts'

/** The sentence above every page of the shop. */
export const noticesCommands: Commands = {
  'notice list': {
    takes: '',
    does: 'the sentence above every page of the shop, by branch, and until which day',
    async run(_args, { openShop, print }) {
      const { notices } = await (await openShop()).counter.window.show(operator())
      const rows = notices.map(({ id, name, notice, until }) => [
        String(id),
        name,
        notice === null ? '-' : (until ?? 'further notice'),
        notice ?? 'the usual one',
      ])
      for (const line of table([['BRANCH', 'NAME', 'UNTIL', 'NOTICE'], ...rows])) print(line)
    },
  },
  'notice set': {
    takes: 'SENTENCE… [--until 2026-03-10] [--branch N]',
    does: 'puts it above every page, of one branch or of all, to the end of that day',
    async run(args, { openShop, print }) {
      const { rest, values } = optionsIn(args, [], ['until', 'branch'])
      const sentence = rest.join(' ').trim()
      if (sentence === '' || sentence.length > 120) throw new UsageError('SENTENCE has 1 to 120 characters')
      const until = values.until ?? null
      if (until !== null && !isShopDay(until)) throw new UsageError(`--until: "${until}" is no day such as 2026-03-10`)
      await (await openShop()).counter.window.setNotice(operator(), branchIn(values.branch), sentence, until)
      print('The notice is set.')
    },
  },
  'notice remove': {
    takes: '[--branch N]',
    does: 'brings the usual sentence back',
    async run(args, { openShop, print }) {
      const { rest, values } = optionsIn(args, [], ['branch'])
      if (rest.length > 0) throw new UsageError(`${rest.join(' ')} is not wanted here`)
      await (await openShop()).counter.window.setNotice(operator(), branchIn(values.branch), null, null)
      print('The notice is removed.')
    },
  },
}

function branchIn(text: string | undefined): number | null {
  return text === undefined ? null : idIn(text)
}
