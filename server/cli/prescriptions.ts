import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { formatDateAndTime } from '../../app/texts/dates.ts'
import { type Commands, idIn, table, UsageError } from './command.ts'
import { refundSentence } from './orders.ts'

export const prescriptionsCommands: Commands = {
  'prescriptions list': {
    takes: '[all]',
    does: 'prescriptions of paid orders that wait for the pharmacist, oldest first; or all',
    async run([which], { openShop, print }) {
      if (which !== undefined && which !== 'all') throw new UsageError(`${which} is not known here: all, or nothing`)
      const { prescriptions } = await openShop()
      const found = await prescriptions.listForOperator({ waiting: which === undefined })
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
    takes: 'ID [PATH]',
    does: 'what was sent; with PATH its files are written there, readable, and the look is recorded',
    async run([id, path], { openShop, print }) {
      const { prescriptions } = await openShop()
      const prescription = await prescriptions.show(idIn(id))
      if (!prescription)
        throw new Error(`There is no prescription ${id}. "prescriptions list all" shows those of orders.`)
      print(`Prescription ${prescription.id}: ${prescription.status}`)
      if (prescription.reason) print(`  reason   ${prescription.reason}`)
      print(`  order    ${prescription.orderId ?? 'none yet'}`)
      for (const [at, part] of prescription.parts.entries()) {
        print(`  ${at + 1}. ${part.type === 1 ? 'digital' : 'paper'}, issued ${part.issuedAt ?? 'on an unknown date'}`)
        print(`     patient  ${part.patient}`)
        if (part.issuers) print(`     issuers  ${part.issuers}`)
        if (part.code) print(`     code     ${part.code}`)
        for (const product of part.products) print(`     product  ${product.id} ${product.name}`)
        if (part.fileType === null) continue
        if (path === undefined) {
          print(`     file     ${part.fileType}`)
          continue
        }
        const target = fileName(path, at)
        const content = await prescriptions.readFileOf(prescription, part.id, userInfo().username)
        if (!content) continue
        await writeFile(target, content, { mode: 0o600, flag: 'wx' })
        print(`     file     ${part.fileType}, written to ${target}: delete it when you are done`)
      }
    },
  },
  'prescriptions approve': {
    takes: 'ID',
    does: 'the pharmacist takes it: its order is prepared',
    async run([id], { openShop, print }) {
      const { counter } = await openShop()
      const { orderId } = await counter.approve(idIn(id))
      print(`Prescription ${id} is approved, order ${orderId} is now preparing.`)
    },
  },
  'prescriptions reject': {
    takes: 'ID REASON…',
    does: 'the pharmacist refuses it, with a reason the customer reads: its order ends, money and stock go back',
    async run([id, ...words], { openShop, print }) {
      const reason = words.join(' ').trim()
      if (reason === '') throw new UsageError('REASON is missing: the customer reads it')
      const { counter } = await openShop()
      const { orderId, ...owed } = await counter.reject(idIn(id), reason)
      print(`Prescription ${id} is rejected, order ${orderId} is now cancelled. ${refundSentence(owed)}`)
    },
  },
}

/** The path itself for the first file; for the next ones with `-2` and so on before its extension. */
function fileName(path: string, at: number): string {
  return at === 0 ? path : path.replace(/(\.[^./\\]*)?$/, `-${at + 1}$1`)
}
