import { formatMoney } from '../../app/texts/format.ts'
import { parseMoney } from '../../app/texts/money.ts'
import type { Coupon } from '../bag/coupons.ts'
import { type Commands, table } from './command.ts'
import { operator } from './operator.ts'
import { type Given, idIn, UsageError } from './usage.ts'

export const couponsCommands: Commands = {
  'coupons list': {
    takes: '',
    does: 'every coupon and what it takes off',
    async run(_args, { openShop, print }) {
      const {
        bags: { coupons },
      } = await openShop()
      const found = await coupons.list()
      if (found.length === 0) return print('No coupons.')
      const rows = found.map(({ code, type, value, maxDiscountCents, oncePerCustomer, title, uses, ...limits }) => [
        code,
        type === 'percent' ? `${value}%` : formatMoney(value),
        maxDiscountCents === null ? '-' : formatMoney(maxDiscountCents),
        oncePerCustomer ? 'once' : 'always',
        [title, limitsText(limits, uses)].filter(Boolean).join(' '),
      ])
      for (const line of table([['CODE', 'OFF', 'AT MOST', 'PER CUSTOMER', 'TITLE'], ...rows])) print(line)
    },
  },
  'coupons set': {
    takes: 'CODE OFF AT-MOST once|always [TITLE…] [--from DAY] [--until DAY] [--minimum 50.00] [--limit N]',
    does: 'adds or changes a coupon: OFF is 10% or an amount in reais like 5.00, AT-MOST an amount or -',
    async run([code = '', off = '', most = '', how = '', ...rest], { openShop, print, value }) {
      const coupon: Coupon = {
        code: codeIn(code),
        ...discountIn(off),
        maxDiscountCents: most === '-' ? null : centsIn(most),
        oncePerCustomer: usesIn(how) === 'once',
        title: rest.join(' ') || code.toUpperCase(),
        ...limitsIn(value),
      }
      await (await openShop()).counter.window.saveCoupon(operator(), coupon)
      print(`Coupon ${coupon.code} is set.`)
    },
  },
  'coupons remove': {
    takes: 'CODE',
    does: 'ends a coupon; orders that used it keep their price',
    async run([code = ''], { openShop, print }) {
      await (await openShop()).counter.window.removeCoupon(operator(), codeIn(code))
      print(`Coupon ${code.toUpperCase()} is removed.`)
    },
  },
}

function codeIn(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(text)) throw new UsageError('CODE is 1 to 40 letters, digits, - and _')
  return text.toUpperCase()
}

function discountIn(text: string): Pick<Coupon, 'type' | 'value'> {
  const [, percent] = /^([1-9]\d?)%$/.exec(text) ?? []
  return percent ? { type: 'percent', value: Number(percent) } : { type: 'amount', value: centsIn(text) }
}

function centsIn(text: string): number {
  const cents = parseMoney(text)
  if (!cents) throw new UsageError('amounts are in reais, like 20.00')
  return cents
}

/** `(2026-11-01 to 2026-11-30, from R$ 50,00, used 3 of 100)`; empty for a coupon without limits. */
function limitsText(
  { firstDay, lastDay, minimumCents, maxUses }: Pick<Coupon, 'firstDay' | 'lastDay' | 'minimumCents' | 'maxUses'>,
  uses: number,
): string {
  const limits = [
    firstDay || lastDay ? `${firstDay ?? 'now'} to ${lastDay ?? 'for ever'}` : '',
    minimumCents === null ? '' : `from ${formatMoney(minimumCents)}`,
    maxUses === null ? '' : `used ${uses} of ${maxUses}`,
  ].filter(Boolean)
  return limits.length > 0 ? `(${limits.join(', ')})` : ''
}

function limitsIn(value: Given['value']) {
  const minimum = value('minimum')
  const limit = value('limit')
  return {
    firstDay: value('from') ?? null,
    lastDay: value('until') ?? null,
    minimumCents: minimum === undefined ? null : centsIn(minimum),
    maxUses: limit === undefined ? null : idIn(limit),
  }
}

function usesIn(text: string): 'once' | 'always' {
  if (text !== 'once' && text !== 'always') throw new UsageError('say once or always')
  return text
}
