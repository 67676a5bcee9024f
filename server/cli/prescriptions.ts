import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { formatDateAndTime } from '../../app/texts/dates.ts'
import { ShopError } from '../platform/errors.ts'
import { Pharmacist } from '../prescriptions/pharmacist.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import { type Commands, idIn, optionsIn, table, UsageError } from './command.ts'
import { refundSentence } from './orders.ts'

export const prescriptionsCommands: Commands = {
  'prescriptions list': {
    takes: '[all]',
    does: 'prescriptions of paid orders that wait for the pharmacist, oldest first; or all',
    async run([which], { openShop, print }) {
      if (which !== undefined && which !== 'all') throw new UsageError(`${which} is not known here: all, or nothing`)
      const { fulfilment } = await openShop()
      const found = await fulfilment.listPrescriptions({ waiting: which === undefined })
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
    does: 'what was sent; with --file its pictures are written there, a PDF page by page, and the look is recorded',
    async run(args, { openShop, print }) {
      const { values, rest } = optionsIn(args, [], ['file'])
      const [id, ...more] = rest
      if (more.length > 0) throw new UsageError('where the files shall be written comes after --file')
      const shop = await openShop()
      const prescription = await shop.prescriptions.show(idIn(id))
      if (!prescription)
        throw new Error(`There is no prescription ${id}. "prescriptions list all" shows those of orders.`)
      print(`Prescription ${prescription.id}: ${prescription.status}`)
      if (prescription.reason) print(`  reason   ${prescription.reason}`)
      print(`  order    ${prescription.orderId ?? 'none yet'}`)
      if (prescription.decision) {
        const { by, at } = prescription.decision
        print(`  decided  by ${by.name}, CRF ${by.crf}, ${formatDateAndTime(at)}`)
      }
      let written = 0
      for (const [at, part] of prescription.parts.entries()) {
        for (const text of describePart(part, at + 1)) print(text)
        if (part.fileType === null || values.file === undefined) continue
        const pictures = await shop.prescriptions
          .accessFile(prescription, part.id, userInfo().username)
          .catch((error) => {
            if (!(error instanceof ShopError)) throw error
            print('              cannot be drawn, and the original is not handed out: ask the customer for a photo')
            return []
          })
        for (const { extension, content } of pictures) {
          written += 1
          const target = `${values.file}-${written}.${extension}`
          await writeFile(target, content, { mode: 0o600, flag: 'wx' })
          print(`              written to ${target}: delete it when you are done`)
        }
      }
    },
  },
  'prescriptions approve': {
    takes: 'ID --by NAME --crf SP-12345',
    does: 'the pharmacist of that name and registration takes it: its order is prepared',
    async run(args, { openShop, print }) {
      const { id, by, rest } = decisionIn(args)
      if (rest.length > 0)
        throw new UsageError(`${rest.join(' ')} is not wanted here: a NAME of several words is quoted`)
      const { fulfilment } = await openShop()
      const { orderId } = await fulfilment.approve(id, by)
      print(`Prescription ${id} is approved by ${by.name}, CRF ${by.crf}: order ${orderId} is now preparing.`)
    },
  },
  'prescriptions reject': {
    takes: 'ID --by NAME --crf SP-12345 REASON…',
    does: 'that pharmacist refuses it, with a reason the customer reads: its order ends, money and stock go back',
    async run(args, { openShop, print }) {
      const { id, by, rest } = decisionIn(args)
      const reason = rest.join(' ').trim()
      if (reason === '') throw new UsageError('REASON is missing: the customer reads it')
      const { fulfilment } = await openShop()
      const { orderId, ...owed } = await fulfilment.reject(id, by, reason)
      print(
        `Prescription ${id} is rejected by ${by.name}, CRF ${by.crf}: order ${orderId} is now cancelled. ${refundSentence(owed)}`,
      )
    },
  },
}

/** @throws UsageError unless the prescription and the pharmacist who decides on it are named */
function decisionIn(args: string[]): { id: number; by: Pharmacist; rest: string[] } {
  const { values, rest: words } = optionsIn(args, [], ['by', 'crf'])
  const [id, ...rest] = words
  if (values.by === undefined) throw new UsageError('--by is missing: the name of the pharmacist who decides')
  if (values.crf === undefined) throw new UsageError('--crf is missing: the pharmacist’s registration, like SP-12345')
  const by = Pharmacist.safeParse({ name: values.by, crf: values.crf })
  if (!by.success) throw new UsageError(by.error.issues.map(({ message }) => message).join('; '))
  return { id: idIn(id), by: by.data, rest }
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
