import { writeFile } from 'node:fs/promises'
import { formatDateAndTime } from '../../app/texts/dates.ts'
import { ShopError } from '../platform/errors.ts'
import { Pharmacist } from '../prescriptions/pharmacist.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import type { Actor } from '../staff/roles.ts'
import { type Commands, table } from './command.ts'
import { operator } from './operator.ts'
import { refundSentence } from './order-acts.ts'
import { type Given, idIn, UsageError } from './usage.ts'

export const prescriptionsCommands: Commands = {
  'prescriptions list': {
    takes: '[all|decided]',
    does: 'prescriptions of paid orders that wait for the pharmacist, oldest first; all; or those decided last, and by whom',
    async run([which], { openShop, print }) {
      if (which !== undefined && which !== 'all' && which !== 'decided')
        throw new UsageError(`${which} is not known here: all, decided, or nothing`)
      const { counter, fulfilment } = await openShop()
      if (which === 'decided') {
        const decided = await counter.prescriptions.listDecided(operator())
        const rows = decided.map(({ id, orderId, decision, by, decidedAt }) => [
          String(id),
          String(orderId ?? '-'),
          decision,
          formatDateAndTime(decidedAt),
          by,
        ])
        for (const line of table([['ID', 'ORDER', 'DECISION', 'DECIDED', 'BY'], ...rows])) print(line)
        return
      }
      const found = which
        ? await fulfilment.listPrescriptions({ waiting: false })
        : (await counter.prescriptions.listWaiting(operator())).map((each) => ({
            ...each,
            orderStatus: 'prescription_review',
          }))
      if (found.length === 0) return print(which ? 'No prescriptions.' : 'No prescription waits.')
      const rows = found.map(({ id, orderId, status, orderStatus, sentAt }) => [
        String(id),
        String(orderId),
        status,
        orderStatus,
        formatDateAndTime(sentAt),
      ])
      for (const line of table([['ID', 'ORDER', 'STATUS', 'ORDER STATUS', 'SENT'], ...rows])) print(line)
    },
  },
  'prescriptions show': {
    takes: 'ID [--file PATH]',
    does: 'what was sent; with --file its files are written there as JPEG, one for each part, and the look is recorded',
    async run([id], { openShop, print, value }) {
      const file = value('file')
      const shop = await openShop()
      const { prescription, validity } = await shop.counter.prescriptions.findPrescription(operator(), idIn(id))
      print(`Prescription ${prescription.id}: ${prescription.status}`)
      if (prescription.reason) print(`  reason   ${prescription.reason}`)
      print(`  order    ${prescription.orderId}`)
      if (prescription.decision) {
        const { by, at } = prescription.decision
        print(`  decided  by ${by.name}, CRF ${by.crf}, ${formatDateAndTime(at)}`)
      }
      for (const [at, part] of prescription.parts.entries()) {
        for (const text of describePart(part, at + 1)) print(text)
        const { until } = validity.get(part.id) ?? { until: null }
        if (until !== null) print(`     valid    to ${until}`)
        if (part.fileType === null || file === undefined) continue
        const picture = await shop.counter.prescriptions
          .lookAtFile(operator(), prescription.id, part.id)
          .catch((error) => {
            if (!(error instanceof ShopError) || error.code !== 'file.undrawable') throw error
            print('              cannot be drawn, and the original is not handed out: ask the customer for a photo')
            return null
          })
        if (picture === null) continue
        const target = `${file}-${at + 1}.jpg`
        await writeFile(target, picture, { mode: 0o600, flag: 'wx' })
        print(`              written to ${target}: delete it when you are done`)
      }
    },
  },
  'prescriptions approve': {
    takes: 'ID --by NAME --crf SP-12345',
    does: 'the pharmacist of that name and registration takes it: its order is prepared',
    async run([id], { openShop, print, value }) {
      const by = pharmacistIn(value)
      const { orderId } = await (await openShop()).counter.prescriptions.approve(typedFor(by), idIn(id))
      print(`Prescription ${id} is approved by ${by.name}, CRF ${by.crf}: order ${orderId} is now preparing.`)
    },
  },
  'prescriptions reject': {
    takes: 'ID REASON… --by NAME --crf SP-12345',
    does: 'that pharmacist refuses it, with a reason the customer reads: its order ends, money and stock go back',
    async run([id, ...words], { openShop, print, value }) {
      const by = pharmacistIn(value)
      const { prescriptions } = (await openShop()).counter
      const { orderId, ...owed } = await prescriptions.reject(typedFor(by), idIn(id), words.join(' ').trim())
      print(
        `Prescription ${id} is rejected by ${by.name}, CRF ${by.crf}: order ${orderId} is now cancelled. ${refundSentence(owed)}`,
      )
    },
  },
}

/** @throws UsageError unless it is a pharmacist's name and registration */
function pharmacistIn(value: Given['value']): Pharmacist {
  const by = Pharmacist.safeParse({ name: value('by'), crf: value('crf') })
  if (!by.success) throw new UsageError(by.error.issues.map(({ message }) => message).join('; '))
  return by.data
}

/** The pharmacist has decided; the trail says that it was typed on this machine, and in whose account there. */
function typedFor({ name, crf }: Pharmacist): Actor {
  const typing = operator()
  return { ...typing, name, crf, network: `${typing.network} ${typing.name}` }
}

function describePart(part: Prescription['parts'][number], number: number): string[] {
  return [
    `  ${number}. ${part.type === 1 ? 'digital' : 'paper'}, issued ${part.issuedAt ?? 'on an unknown date'}`,
    `     patient  ${part.patient}`,
    ...(part.issuers ? [`     issuers  ${part.issuers}`] : []),
    ...(part.code ? [`     code     ${part.code}`] : []),
    ...part.products.map((product) => `     product  ${product.id} ${product.name}`),
    ...(part.fileType === null ? [] : [`     file     ${part.fileType}`]),
  ]
}
