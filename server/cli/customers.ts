import { formatDateAndTime } from '../../app/texts/dates.ts'
import type { Language } from '../../app/texts/operator/sentence.ts'
import { padLabels, upkeepTexts as texts } from '../../app/texts/operator/upkeep.ts'
import { ShopError } from '../platform/errors.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Shop } from '../shop.ts'
import type { Commands } from './command.ts'
import { createOperatorActor } from './operator-actor.ts'
import { formatOwnerError, languageUsage, readLanguage } from './owner-language.ts'
import { parseIdArgument } from './usage.ts'

export const customersCommands: Commands = {
  'customers show': {
    usage: `ID|EMAIL ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'a customer, their orders and e-mails; the look is recorded in the audit trail',
    async run([idOrEmail], { openShop, print, getOptionValue }) {
      const language = readLanguage(getOptionValue)
      const { blocked, order: orderLabel, email: emailLabel } = texts.customerLabels
      const pad = padLabels(texts.customerLabels, language)
      const shop = await openShop()
      const id =
        idOrEmail !== undefined && /^\d+$/.test(idOrEmail)
          ? parseIdArgument(idOrEmail)
          : (await requireCustomer(shop, idOrEmail, language)).id
      const { customer, block, orders, emails } = await shop.backoffice.customers.getCustomer(createOperatorActor(), id)
      const facts = `${customer.firstName} ${customer.lastName}, ${customer.email}, ${customer.phone}`
      print(texts.customer(id, facts)[language])
      if (block) print(`  ${pad(blocked)}  ${formatDateAndTime(block.since)}: ${block.reason}`)
      for (const order of orders)
        print(`  ${pad(orderLabel)}  ${order.id}  ${formatDateAndTime(order.placedAt)}  ${order.status}`)
      for (const email of emails)
        print(`  ${pad(emailLabel)}  ${email.id}  ${formatDateAndTime(email.writtenAt)}  ${email.subject}`)
    },
  },
  'customers export': {
    usage: `EMAIL ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'everything that is kept about a customer, as JSON (LGPD, art. 18)',
    async run([email], { openShop, print, getOptionValue }) {
      const shop = await openShop()
      const { id } = await requireCustomer(shop, email, readLanguage(getOptionValue))
      print(JSON.stringify(await shop.backoffice.customers.exportCustomerData(createOperatorActor(), id), null, 2))
    },
  },
  'customers erase': {
    usage: `EMAIL ${languageUsage}`,
    formatError: formatOwnerError,
    description: 'ends an account as its customer could: what the law keeps stays, without a name',
    async run([email], { openShop, print, getOptionValue }) {
      const shop = await openShop()
      const { id, email: customerEmail } = await requireCustomer(shop, email, readLanguage(getOptionValue))
      await shop.backoffice.customers.eraseCustomer(createOperatorActor(), id, customerEmail).catch((error) => {
        if (!(error instanceof ShopError) || error.code !== 'erasure.underWay') throw error
        throw new OperatorError(texts.erasureUnderWay(error.orderId)[readLanguage(getOptionValue)])
      })
      print(texts.erased(id)[readLanguage(getOptionValue)])
    },
  },
}

async function requireCustomer({ accounts }: Shop, email = '', language: Language) {
  const customer = await accounts.findCustomerByEmail(email)
  if (!customer) throw new OperatorError(texts.noCustomer[language])
  return customer
}
