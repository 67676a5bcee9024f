import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { Address } from '#server/addresses/addresses.ts'
import { requireCustomer } from '../http/access.server.ts'
import { reportPurchases } from '../http/analytics.server.ts'
import { cookiesOf } from '../http/cookies.server.ts'
import { type FormRefusal, submitForm, submitGuardedForm } from '../http/forms.server.ts'
import { parseId } from '../http/ids.ts'
import { keepForm } from '../http/kept-form.server.ts'
import { readForm } from '../http/read-form.server.ts'
import { flashMessage, isRefusal, notFound, refusalPage, seeOther } from '../http/responses.server.ts'
import { safeRedirect } from '../http/safe-redirect.ts'
import type { SignedInVisitor } from '../http/visitor.server.ts'
import { accountReplies, accountTexts, addressTexts } from '../texts/account.ts'
import { refusals } from '../texts/refusals.ts'
import { addPersonErrors } from './person-errors.server.ts'
import { placeOf, signOut } from './signing-in.server.ts'

const addressPage = '/minha-conta?section=endereco'
const profilePage = '/minha-conta?section=perfil'

type Taken = { args: ActionFunctionArgs; form: FormData; visitor: SignedInVisitor }

/** Runs the account form that was sent, identified by its button's `intent`, else by its fields (contract, section 5). */
export async function accountAction(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  const visitor = await requireCustomer(args, { keep: keepForm(args, form) })
  const taken = { args, form, visitor }
  if (form.has('remove')) return removeAddress(taken)
  if (form.get('intent') === 'leave') return signOutEverywhere(taken)
  if (form.get('intent') === 'fill') return fillStreet(taken)
  if (form.has('session')) return signOutDevice(taken)
  if (form.has('current_password')) return changePassword(taken)
  if (form.has('f_name')) return saveProfile(taken)
  return saveAddress(taken)
}

async function saveProfile({ args, form, visitor }: Taken) {
  const { accounts } = args.context.shop
  const outcome = await submitForm(args, accounts.forms.Profile, form, (profile) =>
    accounts.updateProfile(visitor.customer.id, profile),
  )
  if ('refusal' in outcome) {
    await addPersonErrors(args, form, outcome.refusal)
    return refused('profile', outcome.refusal)
  }
  return seeOther(args.context, profilePage, { flash: flashMessage('ok', accountReplies.profileSaved) })
}

async function changePassword({ args, form, visitor }: Taken) {
  const { accounts } = args.context.shop
  const { network } = args.context
  const outcome = await submitGuardedForm(args, accounts.forms.PasswordChange, form, (passwords) =>
    accounts.changePassword(
      visitor.customer.id,
      passwords,
      network,
      visitor.token,
      cookiesOf(args).read('deviceToken'),
    ),
  )
  if ('refusal' in outcome) {
    await addPersonErrors(args, form, outcome.refusal, visitor.customer.email)
    return refused('password', outcome.refusal)
  }
  return seeOther(args.context, profilePage, { flash: flashMessage('ok', accountReplies.passwordChanged) })
}

async function signOutEverywhere({ args, visitor }: Taken) {
  await args.context.shop.accounts.signOutEverywhere(visitor.customer.id)
  return signOut(args, accountReplies.signedOutEverywhere)
}

async function signOutDevice({ args, form, visitor }: Taken) {
  await args.context.shop.accounts.signOutDevice(visitor.customer.id, String(form.get('session'))).catch(refusalPage)
  return seeOther(args.context, profilePage, { flash: flashMessage('ok', accountReplies.deviceSignedOut) })
}

/** 'Salvar endereço': a new one, or with an `id` that one changed. */
async function saveAddress({ args, form, visitor }: Taken) {
  const { customer, chosen, branch } = visitor
  const { addresses } = args.context.shop
  const id = String(form.get('id') ?? '')
  const { NewAddress, ChangedAddress } = addresses.forms
  const outcome = id
    ? await submitForm(args, ChangedAddress, form, (address) =>
        addresses.changeAddress(customer.id, parseId(id), address),
      )
    : await submitForm(args, NewAddress, form, (address) => addresses.addAddress(customer.id, address))
  if ('refusal' in outcome) return refused('address', outcome.refusal)
  const saved = safeRedirect(form.get('redirectTo'), addressPage)
  const branchId = await args.context.shop.delivery.branchIdFor(outcome.value.zipcode)
  const isCovered = branchId > 0
  const target = isCovered
    ? saved
    : `/cep/avise-me?${new URLSearchParams({ cep: outcome.value.zipcode, redirectTo: saved })}`
  // The first one is delivered to, as after signing in, where the same branch delivers there: nothing in the bag changes.
  const isFirst = !id && !chosen?.addressId && isCovered && chosen?.branchId === branchId && !branch.shippingLater
  const first = isFirst ? { branchId, zipcode: outcome.value.zipcode, addressId: outcome.value.id } : undefined
  return seeOther(args.context, target, {
    branch: chosen ? first : await placeOf(args.context.shop, customer.id, null),
    flash: flashMessage('ok', accountTexts.addressSaved),
  })
}

async function removeAddress({ args, form, visitor }: Taken) {
  const { shop } = args.context
  const id = parseId(String(form.get('remove')))
  await shop.addresses.removeAddress(visitor.customer.id, id).catch(refusalPage)
  const { chosen } = visitor
  const branch = chosen?.addressId === id ? { ...chosen, addressId: null } : undefined
  return seeOther(args.context, addressPage, { branch, flash: flashMessage('ok', accountTexts.addressRemoved) })
}

/** 'Preencher endereço': the form again, with the street of its postal code where that is known. */
async function fillStreet({ args, form }: Taken) {
  const { shop } = args.context
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  try {
    const { zipcode } = await shop.delivery.resolveZipcode(typed.zipcode ?? '')
    const found = await shop.addresses.findStreet(zipcode)
    const error = found ? undefined : { zipcode: [addressTexts.streetUnknown] }
    return data(
      { form: 'address' as const, result: { initialValue: { ...typed, ...found }, error } },
      found ? 200 : 422,
    )
  } catch (fault) {
    if (!isRefusal(fault)) throw fault
    const error = { zipcode: [fault.message] }
    return data({ form: 'address' as const, result: { initialValue: typed, error } }, fault.status)
  }
}

/** The form again; for an address that is not the customer's, a 404 page. */
function refused(form: 'profile' | 'password' | 'address', { data: reply, init }: FormRefusal) {
  if (init?.status === 404) return notFound()
  return data({ form, result: reply.result }, init ?? 422)
}

/** What a section of the account shows. */
export async function loadSection(
  args: LoaderFunctionArgs,
  { customer, chosen, token }: SignedInVisitor,
  section: string,
) {
  const { shop } = args.context
  const { searchParams } = new URL(args.request.url)
  const ask = async <Result>(name: string, load: () => Promise<Result>) => (name === section ? load() : null)
  const [devices, orders, events, addresses, wallet, benefit] = await Promise.all([
    ask('perfil', () => shop.accounts.listDevices(customer.id, token)),
    ask('pedidos', () => shop.orders.listOrders(customer.id)),
    // Who does not come back to the order's page may come to the list.
    ask('pedidos', () => reportPurchases(args)),
    ask('endereco', () => shop.addresses.listAddresses(customer.id)),
    ask('carteira', () => loadStatement(args, null, customer.id)),
    ask('beneficio', async () => {
      const gains = await shop.wallet.listGains(customer.id)
      const asked = searchParams.get('gain')
      const gain = asked === null ? gains[0] : gains.find(({ id }) => id === parseId(asked))
      if (!gain) throw data({ message: refusals['gain.unknown']() }, 404)
      return { gains, gain, statement: await loadStatement(args, gain.id, customer.id) }
    }),
  ])
  return {
    devices,
    orders,
    events,
    book: addresses && {
      ...addressBook(addresses, searchParams, chosen?.addressId),
      known: await knownAddress(args, addresses, chosen?.zipcode),
    },
    wallet,
    benefit,
  }
}

/** For a new address: the postal code given earlier, unless an address has it already, with its street where that is found. */
async function knownAddress({ context }: LoaderFunctionArgs, addresses: Address[], zipcode: string | undefined) {
  if (!zipcode || addresses.some((address) => address.zipcode === zipcode)) return {}
  return { zipcode, ...(await context.shop.addresses.findStreet(zipcode)) }
}

function addressBook(addresses: Address[], searchParams: URLSearchParams, chosenId: number | null | undefined) {
  const edited = searchParams.get('id')
  const address = edited === null ? null : addresses.find(({ id }) => id === parseId(edited))
  if (address === undefined) throw data({ message: refusals['address.unknown']() }, 404)
  return { addresses, edited: address, chosenId: chosenId ?? null }
}

/** A statement by the days and the page in the address; an invalid period is reported and not applied. */
async function loadStatement(args: LoaderFunctionArgs, gainId: number | null, customerId: number) {
  const { wallet } = args.context.shop
  const { searchParams } = new URL(args.request.url)
  const from = searchParams.get('start_date') ?? ''
  const to = searchParams.get('end_date') ?? ''
  const asked = { start_date: from, end_date: to, page: searchParams.get('page') ?? undefined }
  const parsed = wallet.forms.StatementRequest.safeParse(asked)
  const refusal = (field: string) => parsed.error?.issues.find(({ path }) => path[0] === field)?.message
  const request = parsed.data ?? { page: 1, perPage: 10 }
  const statement = await (gainId === null
    ? wallet.statementOf(customerId, request)
    : wallet.gainStatement(customerId, gainId, request))
  const errors = { start_date: refusal('start_date'), end_date: refusal('end_date') }
  return { ...statement, page: request.page, from, to, errors }
}
