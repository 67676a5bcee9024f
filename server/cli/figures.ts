import { formatDateAndTime } from '../../app/texts/dates.ts'
import { formatMoney } from '../../app/texts/format.ts'
import { shopDay } from '../platform/calendar.ts'
import { type Commands, table } from './command.ts'
import { operator } from './operator.ts'
import { UsageError } from './usage.ts'

export const figuresCommands: Commands = {
  figures: {
    takes: '[DAY]',
    does: 'how a day goes against the four same weekdays before it; without DAY today, up to now',
    async run([day], { openShop, print }) {
      const shop = await openShop()
      if (day !== undefined && day > shopDay(shop.clock.now())) throw new UsageError(`${day} has not come yet`)
      const figures = await shop.counter.figures.figuresOf(operator(), day ?? null)
      const { sales, mean, times } = figures
      const minutes = (value: number | null) => (value === null ? '-' : `${Math.round(value)} min`)
      const rows = [
        ['orders', String(sales.orders), mean.orders.toFixed(1)],
        ['revenue', formatMoney(sales.revenueCents), formatMoney(Math.round(mean.revenueCents))],
        ['with prescription', String(sales.withPrescription), mean.withPrescription.toFixed(1)],
        ...times.map(({ step, median, ninetieth, medianBefore }) => [
          `until ${step}`,
          `${minutes(median)}, 90 % within ${minutes(ninetieth)}`,
          minutes(medianBefore),
        ]),
      ]
      for (const line of table([[figures.day, 'THAT DAY', 'BEFORE'], ...rows])) print(line)
      for (const { words, times } of figures.emptySearches) print(`Found nothing: ${words} (${times})`)
      for (const { name, people } of figures.mostWanted) print(`Wanted by ${people}: ${name}`)
      for (const { orderId, amountCents } of figures.owed) print(`Owed: order ${orderId}, ${formatMoney(amountCents)}`)
      for (const { subject, recipient, attempts, writtenAt } of figures.failingMails) {
        print(`E-mail fails: "${subject}" to ${recipient}, ${attempts} attempts since ${formatDateAndTime(writtenAt)}`)
      }
    },
  },
}
