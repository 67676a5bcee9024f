import { formatMoney } from '../../app/texts/format.ts'
import type { EndedOrder } from '../fulfilment/fulfilment.ts'
import type { Shop } from '../shop.ts'
import type { Command, Commands } from './command.ts'
import { operator } from './operator.ts'
import { idIn, UsageError } from './usage.ts'

/** What is done with an order, by the verbs of the counter: the audit trail has who, as there. */
export const orderActsCommands: Commands = {
  'orders advance': {
    takes: 'ID',
    does: 'to the next step: preparing, out_for_delivery, delivered; what is not picked yet is ticked on your word',
    async run([id], { openShop, print }) {
      const shop = await openShop()
      await pickRest(shop, idIn(id))
      print(`Order ${id} is now ${await shop.counter.orders.advance(operator(), idIn(id))}.`)
    },
  },
  'orders pick': {
    takes: 'ID EAN|SKU',
    does: 'one unit lies in the bag, as the scanner at the counter says; the first one begins the picking',
    async run([id, code = ''], { openShop, print }) {
      const shop = await openShop()
      const { orders } = shop.counter
      const picked = /^\d{8,14}$/.test(code)
        ? await orders.pick(operator(), idIn(id), code)
        : await orders.pickByHand(operator(), idIn(id), (await lineWith(shop, idIn(id), code)).productId)
      print(`${picked.name}: ${picked.picked} of ${picked.wanted} picked.`)
    },
  },
  'orders take-out': {
    takes: 'ID SKU UNITS',
    does: 'takes units out that the shelf does not have: their price goes back, the customer is told',
    async run([id, sku = '', units], { openShop, print }) {
      const shop = await openShop()
      const { productId, wanted } = await lineWith(shop, idIn(id), sku)
      const removal = { orderId: idIn(id), productId, units: idIn(units), expectedUnits: wanted }
      print(moneySentence(await shop.counter.orders.removeUnits(operator(), removal), false))
    },
  },
  'orders cancel': ending('cancelled', 'ends an order still in the shop; stock and money go back'),
  'orders refund': ending('refunded', 'gives the money of a paid order back'),
  'orders ask-cancel': {
    takes: 'ID REASON…',
    does: 'asks an owner or a pharmacist to cancel it, as a clerk does',
    async run([id, ...words], { openShop, print }) {
      const shop = await openShop()
      await shop.counter.orders.askForEnd(operator(), idIn(id), words.join(' '))
      print(`It is asked: "orders answer ${id} grant" or "orders answer ${id} keep".`)
    },
  },
  'orders answer': {
    takes: 'ID grant|keep',
    does: 'cancels or refunds an order as somebody asked, or keeps it',
    async run([id, answer], { openShop, print }) {
      if (answer !== 'grant' && answer !== 'keep') throw new UsageError('say grant or keep')
      await (await openShop()).counter.orders.answerEndRequest(operator(), idIn(id), answer === 'grant')
      print(answer === 'grant' ? `Order ${id} is ended.` : `Order ${id} goes on.`)
    },
  },
  'orders mail-again': {
    takes: 'ID MAIL',
    does: 'sends one of its e-mails once more: "orders show" has their numbers',
    async run([id, mail], { openShop, print }) {
      await (await openShop()).counter.orders.sendMailAgain(operator(), idIn(id), idIn(mail))
      print('It is queued.')
    },
  },
}

/** An end needs a reason at the counter; a program that calls the command line may have none. */
function ending(as: 'cancelled' | 'refunded', does: string): Command {
  return {
    takes: 'ID [REASON…]',
    does,
    async run([id, ...words], { openShop, print }) {
      const reason = words.join(' ') || 'linha de comando'
      const owed = await (await openShop()).counter.orders.end(operator(), idIn(id), reason, as)
      print(`Order ${id} is now ${as}. ${refundSentence(owed)}`)
    },
  }
}

/** Who has the machine is not at the shelf: what they send out is taken as complete. */
async function pickRest({ counter: { orders } }: Shop, id: number): Promise<void> {
  const { order, lines } = await orders.findOrder(operator(), id)
  if (order.status !== 'preparing') return
  for (const { productId, picked, wanted } of lines) {
    for (let unit = picked; unit < wanted; unit++) await orders.pickByHand(operator(), id, productId)
  }
}

async function lineWith({ counter: { orders } }: Shop, id: number, sku: string) {
  const { lines } = await orders.findOrder(operator(), id)
  const line = lines.find((each) => each.sku === sku.toUpperCase())
  if (!line) throw new UsageError(`SKU is one of ${lines.map((each) => each.sku).join(', ')}`)
  return line
}

/** How the money is refunded. A Pix is refunded by the server, so that two programs never both call the bank. */
export function refundSentence({ refundCents, refundByHand, returnedCents }: EndedOrder): string {
  const returned = returnedCents > 0 ? `${formatMoney(returnedCents)} went back to the customer's balances. ` : ''
  return returned + moneySentence(refundCents, refundByHand)
}

function moneySentence(refundCents: number, refundByHand: boolean): string {
  if (refundCents === 0) return 'No other payment is to be refunded.'
  const amount = formatMoney(refundCents)
  return refundByHand
    ? `Refund ${amount} at the payment provider: its report then closes the refund.`
    : `The server refunds ${amount} within seconds.`
}
