import { shopDay } from '../platform/calendar.ts'
import { branchIn } from './branches.ts'
import { type Commands, table } from './command.ts'
import { operator } from './operator.ts'
import { UsageError } from './usage.ts'

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
    takes: 'SENTENCE… [--until DAY] [--branch N]',
    does: 'puts it above every page, of one branch or of all, to the end of that day',
    async run(words, { openShop, print, value }) {
      const sentence = words.join(' ').trim()
      if (sentence === '' || sentence.length > 120) throw new UsageError('SENTENCE has 1 to 120 characters')
      const until = value('until') ?? null
      const shop = await openShop()
      if (until !== null && until < shopDay(shop.clock.now())) throw new UsageError(`--until: ${until} is over already`)
      const branchId = await branchIn(shop, value('branch'))
      await shop.counter.window.setNotice(operator(), branchId, sentence, until)
      print('The notice is set.')
    },
  },
  'notice remove': {
    takes: '[--branch N]',
    does: 'brings the usual sentence back',
    async run(_words, { openShop, print, value }) {
      const shop = await openShop()
      await shop.counter.window.setNotice(operator(), await branchIn(shop, value('branch')), null, null)
      print('The notice is removed.')
    },
  },
}
