import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { Address } from '#server/addresses/addresses.ts'
import { reportPurchases } from '../http/analytics.server.ts'
import { parseId } from '../http/ids.ts'
import type { SignedInVisitor } from '../http/visitor.server.ts'
import { describeAddressInputs, loadAddressPrefill } from '../shell/address-forms.server.ts'
import { refusals } from '../texts/refusals.ts'

export async function loadAccountSection(
  args: LoaderFunctionArgs,
  { customer, destination, sessionToken }: SignedInVisitor,
  section: string,
) {
  const { shop } = args.context
  const { searchParams } = new URL(args.request.url)
  const loadForSection = async <Result>(name: string, load: () => Promise<Result>) => (name === section ? load() : null)
  const [devices, orders, analyticsEvents, addresses, wallet, benefit] = await Promise.all([
    loadForSection('perfil', () => shop.accounts.listDevices(customer.id, sessionToken)),
    loadForSection('pedidos', () => shop.orders.listOrders(customer.id)),
    // Who does not come back to the order's page may come to the list.
    loadForSection('pedidos', () => reportPurchases(args)),
    loadForSection('endereco', () => shop.addresses.listAddresses(customer.id)),
    loadForSection('carteira', async () => ({
      cashbackPercent: shop.profile.cashbackPercent,
      statement: await loadStatement(args, null, customer.id),
    })),
    loadForSection('beneficio', async () => {
      const gains = await shop.wallet.listGains(customer.id)
      const gainId = searchParams.get('gain')
      const gain = gainId === null ? gains[0] : gains.find(({ id }) => id === parseId(gainId))
      if (!gain) throw data({ message: refusals['gain.unknown']() }, 404)
      return { gains, gain, statement: await loadStatement(args, gain.id, customer.id) }
    }),
  ])
  return {
    devices,
    orders,
    analyticsEvents,
    addressBook: addresses && {
      ...toAddressBook(addresses, searchParams, destination?.addressId),
      prefill: await loadAddressPrefill(args, addresses, destination?.zipcode),
      inputs: describeAddressInputs(shop),
    },
    wallet,
    benefit,
  }
}

function toAddressBook(
  addresses: Address[],
  searchParams: URLSearchParams,
  deliveryAddressId: number | null | undefined,
) {
  const requestedId = searchParams.get('id')
  const address = requestedId === null ? null : addresses.find(({ id }) => id === parseId(requestedId))
  if (address === undefined) throw data({ message: refusals['address.unknown']() }, 404)
  return { addresses, addressToEdit: address, deliveryAddressId: deliveryAddressId ?? null }
}

/** A statement by the days and the page in the address; an invalid period is reported and not applied. */
async function loadStatement(args: LoaderFunctionArgs, gainId: number | null, customerId: number) {
  const { wallet } = args.context.shop
  const { searchParams } = new URL(args.request.url)
  const startDay = searchParams.get('start_date') ?? ''
  const endDay = searchParams.get('end_date') ?? ''
  const input = { from: startDay, to: endDay, page: searchParams.get('page') ?? undefined }
  const parseResult = wallet.forms.StatementRequest.safeParse(input)
  const findErrorMessage = (inputName: string) =>
    parseResult.error?.issues.find(({ path }) => path[0] === inputName)?.message
  const statementRequest = parseResult.data ?? { page: 1, perPage: 10 }
  const statement = await (gainId === null
    ? wallet.loadStatement(customerId, statementRequest)
    : wallet.loadGainStatement(customerId, gainId, statementRequest))
  const errors = { start_date: findErrorMessage('from'), end_date: findErrorMessage('to') }
  return { ...statement, page: statementRequest.page, startDay, endDay, errors }
}
