import { type RefusalValues, type refusals, sentenceOf } from '../../app/texts/refusals.ts'

export type RefusalCode = keyof typeof refusals

/** Whether an error is a refusal, of one of these codes. */
export function isShopError(error: unknown, ...codes: [RefusalCode, ...RefusalCode[]]): error is ShopError {
  return error instanceof ShopError && codes.includes(error.code)
}

/**
 * Every refusal that a shopper can cause, with its HTTP status. The sentences are in `app/texts/refusals.ts`; a sentence
 * without a status does not compile.
 */
const statusOf: Record<RefusalCode, number> = {
  'call.unknown': 404,
  'call.notPost': 405,
  'body.tooLarge': 413,
  'body.wrongType': 415,
  'body.unreadable': 400,
  'input.invalid': 422,
  'captcha.refused': 422,
  'form.refused': 422,
  'form.hasty': 422,
  'shop.unavailable': 503,
  'shop.busy': 503,
  'visit.notStarted': 503,
  'customer.unreadable': 503,
  'shop.failed': 500,
  'token.invalid': 401,
  'customer.required': 403,
  'login.refused': 401,
  'account.blocked': 403,
  'limit.reached': 429,
  'password.busy': 503,
  'upload.busy': 503,
  'zipcode.invalid': 422,
  'zipcode.covered': 422,
  'zipcode.uncovered': 422,
  'product.unknown': 404,
  'product.withdrawn': 410,
  'product.unavailable': 422,
  'product.notSoldOnline': 422,
  'product.paused': 422,
  'category.unknown': 404,
  'stock.short': 409,
  'bag.empty': 422,
  'bag.full': 422,
  'bagLink.tooMany': 422,
  'bagLink.forged': 404,
  'bagLink.expired': 410,
  'bagLink.nothingLeft': 422,
  'quantity.aboveStock': 422,
  'coupon.unknown': 422,
  'coupon.used': 422,
  'coupon.notToday': 422,
  'coupon.usedUp': 422,
  'coupon.belowMinimum': 422,
  'coupon.nothingToDiscount': 422,
  'cpf.invalid': 422,
  'product.noLaboratoryDiscount': 422,
  'laboratory.notEligible': 422,
  'reminder.product': 422,
  'laboratory.changed': 409,
  'laboratory.unavailable': 503,
  'email.taken': 422,
  'email.invalid': 422,
  'email.unknown': 404,
  'email.foreign': 422,
  'code.invalid': 422,
  'callback.foreign': 422,
  'passkey.refused': 422,
  'passkey.cloned': 422,
  'passkey.taken': 422,
  'passkey.tooMany': 422,
  'passkey.unknown': 404,
  'passkey.name': 422,
  'passkey.unconfirmed': 422,
  'password.common': 422,
  'password.isEmail': 422,
  'password.wrong': 422,
  'birthday.invalid': 422,
  'session.unknown': 404,
  'gain.unknown': 404,
  'gain.notOwn': 422,
  'address.unknown': 404,
  'address.tooMany': 422,
  'address.required': 422,
  'address.uncovered': 422,
  'receiver.required': 422,
  'branch.forged': 409,
  'branch.unknown': 422,
  'prices.changed': 409,
  'delivery.changed': 409,
  'delivery.full': 409,
  'branch.fee': 422,
  'branch.pickup': 422,
  'branch.windows': 422,
  'branch.days': 422,
  'pickup.code': 422,
  'pickup.elsewhere': 409,
  'pickup.paper': 422,
  'balance.short': 409,
  'balance.changed': 409,
  'prescription.required': 422,
  'prescription.unknown': 404,
  'prescription.products': 422,
  'prescription.expired': 422,
  'prescription.inFuture': 422,
  'prescription.longAgo': 422,
  'patient.unknown': 404,
  'patient.tooMany': 422,
  'file.missing': 422,
  'file.tooLarge': 422,
  'file.unsupported': 422,
  'file.phonePicture': 422,
  'file.damaged': 422,
  'file.encrypted': 422,
  'file.active': 422,
  'file.tooManyPages': 422,
  'file.blankPage': 422,
  'file.undrawable': 422,
  'files.unavailable': 503,
  'problem.unknown': 404,
  'problem.open': 409,
  'problem.unpaid': 409,
  'problem.over': 409,
  'problem.tooLateToCancel': 409,
  'problem.notDelivered': 409,
  'problem.withdrawalOver': 409,
  'problem.tooOld': 409,
  'problem.noItem': 422,
  'problem.units': 422,
  'problem.noMessage': 422,
  'problem.noAnswer': 422,
  'problem.tooManyPhotos': 422,
  'problem.noPhoto': 422,
  'problem.answered': 409,
  'problem.goods': 409,
  'problem.amount': 422,
  'courier.url': 422,
  'courier.name': 422,
  'fiscal.key': 422,
  'fiscal.issued': 409,
  'promise.past': 422,
  'order.unknown': 404,
  'order.notPayable': 409,
  'order.notCancellable': 409,
  'order.underWay': 409,
  'payment.unavailable': 503,
  'wishlist.notAdded': 404,
  'wishlist.unavailable': 503,
  'staff.forbidden': 404,
  'staff.refused': 422,
  'staff.codeRefused': 422,
  'staff.signedOut': 401,
  'staff.invitationOver': 404,
  'staff.unknown': 404,
  'staff.emailTaken': 422,
  'staff.crfMissing': 422,
  'staff.nameMissing': 422,
  'staff.notAllowed': 403,
  'staff.codeMissing': 403,
  'key.incomplete': 422,
  'key.unknown': 404,
  'staff.lastOwner': 409,
  'step.impossible': 409,
  'step.notPicked': 409,
  'proposal.open': 409,
  'proposal.over': 409,
  'proposal.gone': 409,
  'proposal.impossible': 422,
  'removal.units': 422,
  'removal.everything': 409,
  'removal.balances': 409,
  'removal.byHand': 409,
  'removal.returned': 409,
  'pick.takenOut': 409,
  'pick.unknownCode': 422,
  'pick.otherProduct': 422,
  'pick.complete': 409,
  'request.missing': 409,
  'reason.missing': 422,
  'customer.unknown': 404,
  'block.changed': 409,
  'erasure.unconfirmed': 422,
  'erasure.underWay': 409,
  'prescription.decided': 409,
  'prescription.servedMeanwhile': 409,
  'prescription.facts': 422,
  'pick.lot': 422,
  'banner.unknown': 404,
  'banner.empty': 422,
  'banner.tooLong': 422,
  'banner.product': 422,
  'banner.forbidden': 422,
  'banner.target': 422,
  'synonym.unknown': 404,
  'synonym.alone': 422,
  'synonym.tooMany': 422,
  'synonym.tooLong': 422,
  'synonym.meaningless': 422,
  'synonym.taken': 422,
  'offer.ceiling': 422,
  'offer.changed': 409,
  'offer.stock': 422,
  'offer.unknown': 404,
  'promotion.forbidden': 422,
  'promotion.laboratory': 422,
  'promotion.value': 422,
  'promotion.abovePrice': 422,
  'promotion.days': 422,
  'promotion.over': 422,
  'promotion.changed': 409,
  'picture.missing': 422,
  'picture.tooLarge': 422,
  'picture.unsupported': 422,
  'picture.damaged': 422,
  'picture.forbidden': 422,
  'picture.changed': 409,
  'import.missing': 422,
  'import.encoding': 422,
  'import.zero': 422,
  'import.quote': 422,
  'import.header': 422,
  'import.empty': 422,
  'import.rowless': 422,
  'import.oldWorkbook': 422,
  'import.cut': 422,
  'import.unreadable': 422,
  'import.tooMuch': 422,
  'import.refused': 422,
  'import.withdrawsMany': 422,
  'import.gone': 409,
  'import.busy': 503,
  'webhook.url': 422,
  'webhook.network': 422,
  'webhook.known': 422,
  'webhook.unknown': 404,
  'webhook.messageUnknown': 404,
  'charge.unknown': 404,
  'charge.notPayable': 409,
}

/** What every refusal may have: the input it is about in the word of its domain, when to try again, the order that is in the way. */
interface CommonDetails {
  input?: string | undefined
  retryAfterSeconds?: number
  orderId?: number | undefined
}

/** What a refusal must tell is the parameter of its sentence. */
type Details<Code extends RefusalCode> = Code extends RefusalCode
  ? Parameters<(typeof refusals)[Code]> extends [infer Values]
    ? Values & CommonDetails
    : CommonDetails
  : never

type Arguments<Code extends RefusalCode> =
  Record<never, never> extends Details<Code>
    ? [details?: Details<Code>, options?: ErrorOptions]
    : [details: Details<Code>, options?: ErrorOptions]

/** A refusal with a sentence for the shopper. Any other error is our own fault: status 500, and logged. */
export class ShopError<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: Code
  readonly status: number
  readonly input: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly orderId: number | undefined
  /** What its sentence tells. */
  readonly values: Readonly<Partial<RefusalValues>>

  constructor(code: Code, ...[details = {} as Details<Code>, options]: Arguments<Code>) {
    super(sentenceOf(code, details), options)
    this.name = 'ShopError'
    this.code = code
    this.status = statusOf[code]
    this.input = details.input
    this.retryAfterSeconds = details.retryAfterSeconds
    this.orderId = details.orderId
    this.values = details
  }
}
