import type { ColumnType, Generated, Selectable } from 'kysely'

/** May be left out of an insert. */
type NullableColumn<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

export type ProductKind = 'generico' | 'similar' | 'referencia' | 'nao_medicamento'
export type PrescriptionClass = 'NA' | 'MIP' | 'RX' | 'RX_RETENCAO_10D' | 'RX_RETENCAO_90D' | 'CONTROLADO'
export type DiscountType = 'amount' | 'percent'

type TriggerMaintained<Value = number> = ColumnType<Value, never, never>

/** What a notice waits for: that a branch has the product again, or sells it for less. */
export type StockNoticeKind = 'stock' | 'price'

/** Why a product waits: what is missing, or not sure. */
export type PendingReason = 'code' | 'price' | 'stripe' | 'medicine' | 'unknown' | 'ambiguous' | 'brand' | 'row'

/** By what somebody signed in. */
export type SignInMethod = 'password' | 'code' | 'passkey'

/** How something leaves the shop. */
export type OutboxChannel = 'email' | 'webhook' | 'whatsapp'

export type LedgerEntryKind =
  | 'cashback'
  | 'cashback_returned'
  | 'credit'
  | 'purchase'
  | 'purchase_returned'
  | 'part_returned'
  | 'adjustment'

export type OrderStatus =
  | 'pending_payment'
  | 'paid'
  | 'prescription_review'
  | 'preparing'
  | 'ready_for_pickup'
  | 'out_for_delivery'
  | 'delivered'
  | 'expired'
  | 'failed'
  | 'cancelled'
  | 'refunded'

/** What may happen to an order: the steps of `orders/lifecycle.ts`, and what changes no status. */
export type OrderEventKind =
  | 'place'
  | 'pay'
  | 'review'
  | 'expire'
  | 'fail'
  | 'approve'
  | 'waiveReview'
  | 'reject'
  | 'pick'
  | 'dispatch'
  | 'deliver'
  | 'cancelUnpaid'
  | 'cancelPaid'
  | 'cancel'
  | 'refund'
  | 'withdraw'
  | 'stop'
  | 'acceptUnpaid'
  | 'returnUnpaid'
  | 'receiveAtDoor'
  | 'removeUnits'
  | 'removeByWish'
  | 'changeAddress'
  | 'askSurcharge'
  | 'requestPicture'
  | 'sendPicture'
  | 'returnPayment'
  | 'problem'
  | 'replyToProblem'
  | 'askAboutProblem'
  | 'answerProblem'
  | 'receiveGoods'
  | 'setCourier'
  | 'setFiscalKey'
  | 'setPromise'
  | 'late'
  | 'setAside'
  | 'handOver'
  | 'cancelUncollected'
  | 'remindPickup'
  | 'propose'
  | 'acceptProposal'
  | 'declineProposal'
  | 'lapseProposal'
  | 'expireInReview'
  | 'refundRefused'
  | 'settleRefund'
  | 'enterAtTill'
  | 'removeTillEntry'
  | 'setTaxNumber'

/** How often a provider refused to return money, and its last words; the second time is for good. */
interface RefusalColumns {
  refusalCount: Generated<number>
  refusedAt: ColumnType<Date | null, null | undefined, Date | null>
  refusalReason: ColumnType<string | null, null | undefined, string | null>
}

/** Who takes payments: `pix`, `external`, `card`. */
export type ProviderName = string

export type PaymentMethod = 'pix' | 'card'

export type DoorMethod = 'cash' | 'credit' | 'debit' | 'pix'

export type RefundReason = 'amount' | 'late' | 'second'

export type LaboratoryAuthorisationState = 'requested' | 'authorised' | 'confirmed' | 'cancelled' | 'lost'

export type PrescriptionStatus = 'sent' | 'approved' | 'rejected'

export type BankRefundStatus = 'under_way' | 'returned' | 'failed'

/** What each may: server/staff/roles.ts. */
export type StaffRole = 'owner' | 'pharmacist' | 'clerk'

/** Why a message did not arrive, other than by the status of its answer. */
export type WebhookDeliveryErrorCode = 'address' | 'unknown_host' | 'timeout' | 'certificate' | 'connection' | 'secret'

export interface Tables {
  branch: {
    id: number
    name: string
    /** HH:MM in São Paulo; of every day, where `weeklyHours` has none. */
    openTime: string
    closeTime: string
    whatsapp: string
    shippingEstimateMinutes: number
    isShippingScheduled: boolean
    /** Shown above every page while the branch is open, in place of the usual text; until that day, yyyy-MM-dd. */
    notice: NullableColumn<string>
    noticeUntil: NullableColumn<string>
    deliveryFeeCents: Generated<number>
    /** Products that come to so much are delivered free; null: always the fee. */
    freeDeliveryFromCents: NullableColumn<number>
    /** What the products have to come to for a delivery; null: nothing. */
    minimumOrderCents: NullableColumn<number>
    /** Until an order waits in the store for who picks it up; null where none may be. */
    pickupMinutes: NullableColumn<number>
    /** Days that it is kept there. */
    pickupDays: Generated<number>
    /** The hours of each weekday, Sunday first, as JSON: `[[], [["08:00", "20:00"]], …]`; null: every day the same. */
    weeklyHours: NullableColumn<string>
    /** The hours of days that have others, as JSON by yyyy-MM-dd: `["07:00", "14:00"]`, or null where it stays closed. */
    specialDays: Generated<string>
    /** Eight digits. */
    zipcode: NullableColumn<string>
    street: NullableColumn<string>
    number: NullableColumn<string>
    neighborhood: NullableColumn<string>
    city: NullableColumn<string>
    state: NullableColumn<string>
    phone: NullableColumn<string>
    /** Its own legal data (RDC 44/2009, art. 53); null: the shop's. */
    cnpj: NullableColumn<string>
    licence: NullableColumn<string>
    afe: NullableColumn<string>
    pharmacistName: NullableColumn<string>
    pharmacistCrf: NullableColumn<string>
    /** Units of each product that are not sold online, unless the product has a number of its own. */
    safetyStock: Generated<number>
    /** Up to how much is paid where an order is handed over; null: nothing is. */
    doorPaymentLimitCents: NullableColumn<number>
    /** Only by who has received an order before. */
    isDoorPaymentKnownOnly: Generated<boolean>
  }

  /** Some hours of a weekday in which a branch delivers to so many orders. */
  deliverySlot: {
    id: Generated<number>
    branchId: number
    /** 0 is Sunday. */
    weekday: number
    /** HH:MM in São Paulo. */
    startTime: string
    endTime: string
    /** How long before its start an order in it has to be paid. */
    lastOrderMinutes: number
    /** Orders; lowered below what is taken, it takes no more. */
    capacity: number
    /** No longer offered; its bookings stay, since it may be written again. */
    isRemoved: Generated<boolean>
  }

  /** How many places are taken in a slot of one day (`delivery/delivery-windows.ts`); without a row, none. */
  deliveryWindow: {
    id: number
    booked: number
  }

  /** Postal codes as numbers: 1310100 is 01310-100. Ranges never overlap. */
  branchZipcodes: {
    branchId: number
    firstZipcode: number
    lastZipcode: number
    /** Null: the branch's own. */
    deliveryFeeCents: NullableColumn<number>
    freeDeliveryFromCents: NullableColumn<number>
    minimumOrderCents: NullableColumn<number>
    shippingEstimateMinutes: NullableColumn<number>
  }

  category: {
    id: number
    name: string
    /** The name in lower case, without accents, spaces as underscores: what category links carry. */
    slug: string
    position: number
    /** One of `catalogue/categories.ts`; null: the usual one by its position. */
    icon: string | null
  }

  subcategory: {
    id: number
    categoryId: number
    name: string
    slug: string
    position: number
  }

  product: {
    id: number
    sku: string
    slug: string
    name: string
    brand: string
    manufacturer: string
    activeIngredient: string
    presentation: string
    description: string
    categoryId: number
    subcategoryId: number
    kind: ProductKind
    prescriptionClass: PrescriptionClass
    requiresPrescription: boolean
    isMedicine: boolean
    /** Takes part in a laboratory discount (PBM): its discount is shown nowhere before the customer opts in. */
    isPbm: boolean
    /** RDC 44/2009, art. 54: prescription medicines carry no promotion and no picture. */
    isPromoAllowed: boolean
    isImageShown: boolean
    isSellableOnline: boolean
    discountType: DiscountType | null
    /** Cents when `amount`, whole percent when `percent`. */
    discountValue: number | null
    ean: string | null
    ggrem: string | null
    anvisaRegistration: string | null
    /** The legal ceiling as the catalogue's file has it (São Paulo's): it counts where the CMED's list does not name the product. */
    ceilingPriceCents: number | null
    leafletUrl: string | null
    /** What a customer gets of it, in an order and in 30 days; null: no limit. */
    maxUnits: NullableColumn<number>
    /** The facts of `catalogue/product-details.ts`, as JSON. */
    details: ColumnType<string, string | undefined, string>
    /** The text that is searched, and the folded name to sort by: both from `buildSearchColumns`. */
    searchText: string
    nameKey: ColumnType<string, string | undefined, string>
    unitsSold: ColumnType<number, number | undefined, number>
    /** While it is not null the product cannot be bought; `indefiniteEnd` in `product-pauses.ts` until the operator resumes it. */
    pauseEndsAt: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Units that no branch sells online; null: each branch's own number. */
    safetyStock: NullableColumn<number>
  }

  /** The list of the CMED that `price_ceiling` holds: one row, none before the first list. */
  ceilingList: {
    id: number
    /** yyyy-MM-dd; null where the list did not tell. */
    publishedOn: string | null
    importedAt: Date
  }

  /** The legal ceilings of a pack of a medicine (CMED), one row for each of its bar codes. Codes are digits without zeros in front. */
  priceCeiling: {
    id: number
    ean: string | null
    ggrem: string | null
    registration: string | null
    /** Null where the list does not tell. */
    isGeneric: boolean | null
    isIcmsFree: boolean
    /** As JSON: `{"12 %":3096,"17,5 % ALC":3203}`. */
    centsByRate: string
  }

  /** A medicine's name in the CMED's list, and the words of its substances, both as searches compare them. */
  tradeName: {
    word: string
    ingredient: string
  }

  /** By which rate of ICMS a state taxes medicines, as the owner set it: in place of `catalogue/ceiling-rates.ts`. */
  ceilingRate: {
    state: string
    isGeneric: boolean
    /** As the list's columns have it: `12 %`, `17,5 %`, `17 % ALC`; null: not known, the lowest column counts. */
    rate: string | null
    /** The law, or where it is told. */
    source: string
    /** Of the source, or of the day on which the owner set it: yyyy-MM-dd. */
    sourceDate: string
  }

  productPicture: {
    productId: number
    position: number
    /** File name without size and ending: `60-2` stands for `60-2-160.webp` and the three larger widths. */
    pictureKey: string
    alt: string
  }

  productSlugHistory: {
    slug: string
    productId: number
  }

  /** A product's price and stock at one branch. */
  offer: {
    branchId: number
    productId: number
    priceCents: number
    /** Units on the shelf that no order holds: what may be sold, the safety stock included. */
    stock: number
    /** Units that orders hold beyond those on the shelf: what they give back is none of `stock`. Above 0 only where `stock` is 0. */
    oversold: Generated<number>
    /** Of `stock`, units that are not sold online: the product's number, else the branch's. Maintained by triggers, too. */
    safetyStock: TriggerMaintained
    /** This and the following columns are maintained by triggers, so that a listing in any order reads one index. */
    isOutOfStock: TriggerMaintained<boolean>
    categoryId: TriggerMaintained
    subcategoryId: TriggerMaintained
    kind: TriggerMaintained<ProductKind>
    requiresPrescription: TriggerMaintained<boolean>
    unitsSold: TriggerMaintained
    /** After the product's own discount, and the percentage its badge shows (0 without one). */
    effectivePriceCents: TriggerMaintained
    discountPercent: TriggerMaintained
  }

  /** Price and stock of a withdrawn product, for its return; it has no row in `offer`, so no page shows it. */
  withdrawnOffer: {
    branchId: number
    productId: number
    priceCents: number
    stock: number
    oversold: Generated<number>
  }

  /** A discount for a while. While it is running, the product's discount is this one, and its own waits here. */
  promotion: {
    productId: number
    discountType: DiscountType
    /** As the product's. */
    discountValue: number
    startsAt: Date
    /** Null: until somebody takes it away. */
    endsAt: Date | null
    isRunning: ColumnType<boolean, boolean | undefined, boolean>
    ownDiscountType: ColumnType<DiscountType | null, DiscountType | null | undefined, DiscountType | null>
    ownDiscountValue: ColumnType<number | null, number | null | undefined, number | null>
  }

  /** A promotion whose price depends on the bag. */
  bagPromotion: {
    id: Generated<number>
    /** As `readPromotionRule` reads it. */
    rule: string
    productCount: number
    startsAt: Date
    /** Null: until somebody removes it. */
    endsAt: Date | null
  }

  bagPromotionProduct: {
    promotionId: number
    productId: number
  }

  /** Every word of the catalogue, for correcting misspelt ones. */
  searchWord: {
    word: string
    /** As the catalogue writes it, with accents. */
    spelling: string
    /** How many products contain it. */
    products: number
    /** Of a brand: the words of the active ingredient that all its products have. */
    ingredient: string | null
  }

  /** Words that mean the same to a search. */
  synonym: {
    id: Generated<number>
    /** As the shop writes them, with commas between them: `preservativo, camisinha`. No word is in two groups. */
    words: string
  }

  /** One row, id 1; the version grows whenever the catalogue or the synonyms change, which invalidates the caches of the older one. */
  catalogueVersion: {
    id: number
    version: number
  }

  /** How many products a listing without filters has of each kind. Category or subcategory 0 stands for all. */
  facetCount: {
    branchId: number
    categoryId: number
    subcategoryId: number
    /** `all`, or one of `catalogue/listing/facets.ts`. */
    facet: string
    /** From 1, the most frequent value first. */
    position: number
    value: string
    products: number
  }

  banner: {
    id: number
    title: string
    text: string
    linkText: string
    categoryId: number | null
    /** A part of that category. */
    subcategoryId?: number | null
    productId: number | null
    /** Its own, in the place of its product's. */
    pictureKey?: string | null
    position: number
  }

  /** A search that found nothing, counted without who searched. */
  emptySearch: {
    /** yyyy-MM-dd in São Paulo. */
    day: string
    /** Folded, 60 characters at most. */
    words: string
    times: number
  }

  /** A request for an e-mail when the shop delivers to a postal code. */
  coverageNotice: {
    /** Lower case. */
    email: string
    /** Eight digits. */
    zipcode: string
    requestedAt: Date
  }

  /** At which price, after the product's own discount, a branch sold a product. */
  pricePeriod: {
    productId: number
    branchId: number
    priceCents: number
    startedAt: Date
    /** Null while it holds. */
    endedAt: NullableColumn<Date>
  }

  /** A request for an e-mail about a product in a branch. */
  stockNotice: {
    productId: number
    branchId: number
    /** Lower case. */
    email: string
    kind: StockNoticeKind
    /** What it cost when it was asked: a lower price is told. Null where the notice is about stock. */
    priceCents: number | null
    requestedAt: Date
  }

  /** A row of an operator's file, valid by itself and staged until the whole file is checked. Categories are given by name. */
  stagedProduct: Omit<Tables['product'], 'id' | 'categoryId' | 'subcategoryId' | 'unitsSold' | 'pauseEndsAt'> & {
    importId: string
    /** In the file, for messages. */
    line: number
    category: string
    subcategory: string
    /** The first values of the columns of `offer` with the same names, in every branch. */
    priceCents: number
    effectivePriceCents: number
    discountPercent: number
    /** The keys of its pictures, in order, as JSON; null where the row names no pictures. */
    pictures: string | null
  }

  stagedOffer: {
    importId: string
    line: number
    branchId: number
    /** The row names its product by one of these; the id of the others is looked up once all rows are staged. */
    sku: string | null
    ean: string | null
    slug: string | null
    productId: number | null
    /** Null leaves it as it is. */
    priceCents: number | null
    stock: number | null
  }

  /** What a till's words say of goods that the CMED's list does not have. */
  catalogueRule: {
    /** Folded, as they are compared. */
    words: string
    /** What takes their place in the name; '': the words as they stand. */
    name: string
    category: string
    subcategory: string
    /** Of a substance: what has it is a medicine, and no rule alone puts it on sale. */
    isMedicine: boolean
  }

  /** A product of a till's file that waits until somebody completes it. */
  pendingProduct: {
    id: Generated<number>
    /** By what the till's next file names it: its bar code, else the till's own, else its description. */
    code: string
    ean: string | null
    /** As the till has it. */
    description: string
    reason: PendingReason
    /** JSON: the columns of a catalogue's row that are known. */
    suggestion: string
    /** Somebody decided that the shop does not sell it. */
    isLeftOut: ColumnType<boolean, boolean | undefined, boolean>
    /** Once it is completed. */
    productId: NullableColumn<number>
  }

  /** What the till says of it in one branch. */
  pendingOffer: {
    pendingProductId: number
    branchId: number
    priceCents: number | null
    stock: number
  }

  customer: {
    id: Generated<number>
    firstName: string
    lastName: string
    /** Lower case. */
    email: string
    /** Digits. */
    phone: string
    /** yyyy-MM-dd */
    birthday: string | null
    /** Empty once the account is erased. */
    passwordHash: string
    createdAt: Date
    /** When the customer proved to read this e-mail; null before. */
    emailConfirmedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** When the account was deleted: since then the row holds no personal data. */
    erasedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Since when the shop does not let the customer in; null for everybody else. */
    blockedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** In the words of who blocked; null with `blocked_at`. */
    blockReason: NullableColumn<string>
  }

  /** Who used the shop from which address, in a few seconds of a day: encrypted JSON, by that day's key. */
  accessLog: {
    id: Generated<number>
    /** yyyy-MM-dd, in São Paulo. */
    day: string
    recordsEncrypted: string
  }

  /** What the shop's people find a customer by: the words of the names, folded. */
  customerSearchWord: {
    word: string
    customerId: number
  }

  /** A visitor's or a customer's token; only its SHA-256 is kept. */
  session: {
    tokenHash: string
    customerId: number | null
    createdAt: Date
    expiresAt: Date
    /** Browser and system in words, such as "Chrome · Android". */
    device: ColumnType<string, string | undefined, string>
    /** Null for a visitor's, and for one from before it was noted. */
    signedInBy: NullableColumn<SignInMethod>
  }

  /** A device on which a customer has signed in; only the SHA-256 of its token is kept. A device may know several customers. */
  knownDevice: {
    tokenHash: string
    customerId: number
    expiresAt: Date
  }

  /** Attempts counted for a limit. The key is a keyed hash, since it holds e-mail and network addresses. */
  attemptCount: {
    keyHash: string
    attempts: number
    lastAt: Date
    /** From then on the attempts count no more. */
    expiresAt: Date
  }

  /** What is to be sent, and for a while what was: written in the transaction of the event that it reports. */
  outbox: {
    id: Generated<number>
    channel: OutboxChannel
    /** An e-mail address, in lower case; a webhook's id; a phone's national digits. */
    recipient: string
    /** Of several with the same key a later one waits for the first attempt of those before it; null for one that waits for none. */
    sequenceKey: NullableColumn<string>
    /** What the channel sends. */
    payloadJson: string
    /** The order that it is about, and what it reports: null for all others. */
    orderId: NullableColumn<number>
    kind: NullableColumn<string>
    /** The order's event that it reports: from it, it can be written again. */
    eventId: NullableColumn<number>
    /** Under which the receiver knows it: an e-mail's Message-ID. */
    messageId: NullableColumn<string>
    createdAt: Date
    /** Not to be sent earlier; null once it was sent or given up. A server claims it by moving this ahead. */
    dueAt: NullableColumn<Date>
    attempts: Generated<number>
    /** Its recipient did not take it the last time: what was never tried goes first, and nothing waits for it. */
    isRetried: Generated<boolean>
    lastAttemptAt: NullableColumn<Date>
    /** The status of the last answer; null where there was none. */
    lastStatus: NullableColumn<number>
    lastError: NullableColumn<string>
    sentAt: NullableColumn<Date>
    /** When its recipient had it, of a channel that tells so. */
    deliveredAt: NullableColumn<Date>
    givenUpAt: NullableColumn<Date>
    /** The e-mail that is sent where this cannot be delivered. */
    fallbackRecipient: NullableColumn<string>
    fallbackPayloadJson: NullableColumn<string>
  }

  /** A number that a customer proved, and wants to be told at by WhatsApp. */
  whatsappContact: {
    customerId: number
    /** National digits; no other customer has it. */
    phone: string
    optedInAt: Date
  }

  /** Under which name a template is registered with Meta, where the owner has said so. */
  whatsappTemplate: {
    templateKey: string
    /** Empty: not used. */
    name: string
  }

  /** Where a store is told of new orders. */
  branchAlert: {
    branchId: number
    email: string | null
    phone: string | null
  }

  /** The code last mailed to a mailbox for a purpose; of both only a keyed hash is kept. */
  mailboxCode: {
    mailboxHash: string
    /** Whose code it was when it was mailed. */
    customerId: number | null
    codeHash: string
    expiresAt: Date
    attempts: number
  }

  /** A passkey of a customer or of one of the staff. */
  passkey: {
    /** The authenticator's, base64url. */
    id: string
    customerId: number | null
    staffId: number | null
    name: string
    /** COSE, base64url. */
    publicKey: string
    /** 0 for ever where the passkey is synchronised. */
    counter: number
    createdAt: Date
    usedAt: Date | null
  }

  /** A challenge that was answered: each is good once. */
  passkeyAnswer: {
    challenge: string
    expiresAt: Date
  }

  /** A benefit that a customer has from somebody, such as an employer. */
  gain: {
    id: Generated<number>
    customerId: number
    name: string
    createdAt: Date
    /** What its holder has been granted in all, as the last file said; null: before that was kept. */
    grantedCents: NullableColumn<number>
  }

  gainAddress: {
    id: Generated<number>
    gainId: number
    addressType: string
    zipcode: string
    street: string
    number: string
    complement: string
    neighborhood: string
    city: string
    state: string
  }

  /** Credits (positive) and debits. A balance is the sum of its entries, and is not stored. */
  ledgerEntry: {
    id: Generated<number>
    customerId: number
    /** Null: the customer's own wallet. */
    gainId: number | null
    orderId: number | null
    kind: LedgerEntryKind
    amountCents: number
    enteredAt: Date
  }

  address: {
    id: Generated<number>
    customerId: number
    addressType: string
    zipcode: string
    street: string
    number: string
    complement: string
    neighborhood: string
    city: string
    state: string
    placeId: string | null
    createdAt: Date
  }

  wishlistItem: {
    customerId: number
    productId: number
    addedAt: Date
  }

  orders: {
    id: Generated<number>
    customerId: number
    /** An idempotency key: a form sent twice finds the first order. */
    idempotencyKey: string
    status: OrderStatus
    branchId: number
    deliveryAddressId: number | null
    /** The address as it was when the order was placed, as JSON. */
    deliveryAddress: string
    /** Sum of the lines at their undiscounted price. */
    itemsCents: number
    /** What the products' own discounts take off. */
    discountCents: number
    couponCode: string | null
    /** Of the coupon that had this code when it was placed, which may be removed by now. */
    couponId: NullableColumn<number>
    couponTitle: string | null
    couponDiscountCents: number
    deliveryFeeCents: number
    /** Of the fee, what went back when the order was moved to pick-up. */
    deliveryRefundedCents: Generated<number>
    /** What is charged: items − discount − coupon + delivery. */
    totalCents: number
    note: string
    /** Delivered by appointment, not at once. */
    isScheduled: Generated<boolean>
    /** The name and version that the client gave; null where it gave none. */
    appVersion: string | null
    /** How much of `total_cents` the wallet and the gains paid. */
    balanceCents: Generated<number>
    /** The gains it was to be paid with, as JSON. */
    gainIds: Generated<string>
    /** Whole percent, as promised when it was placed. */
    cashbackPercent: Generated<number>
    /** What was refunded for units taken out of it, and of its fee, while it was in the shop. */
    shortPickedCents: Generated<number>
    placedAt: Date
    paymentDueAt: Date
    paidAt: Date | null
    /** Who brings it, and where their way can be followed (https). */
    courierName: ColumnType<string | null, string | null | undefined>
    courierPhone: ColumnType<string | null, string | null | undefined>
    courierUrl: ColumnType<string | null, string | null | undefined>
    receivedBy: ColumnType<string | null, string | null | undefined>
    /** Of its NFC-e or NF-e: 44 digits and capitals. */
    fiscalKey: ColumnType<string | null, string | null | undefined>
    /** A CPF or a CNPJ for its fiscal document, where the customer gave one. */
    fiscalCpfEncrypted: NullableColumn<string>
    /** When and by whom it was entered at the store's till, and at which total: the last time. */
    tillEntryAt: NullableColumn<Date>
    tillEntryBy: NullableColumn<string>
    tillEntryCents: NullableColumn<number>
    /** The new delivery time that the staff set. */
    revisedPromiseAt: ColumnType<Date | null, Date | null | undefined>
    /** Brought to its address, or picked up in the branch. */
    orderType: Generated<'delivery' | 'pickup'>
    deliveryWindowId: NullableColumn<number>
    /** What was promised: in a window when it was placed, else when it was paid. */
    promiseStartsAt: NullableColumn<Date>
    promiseEndsAt: NullableColumn<Date>
    /** Six digits that identify whoever picks it up; null before it is ready. */
    pickupCode: NullableColumn<string>
    /** It is kept in the store until then. */
    pickupEndsAt: NullableColumn<Date>
    pickupRemindedAt: NullableColumn<Date>
    /** Where in the store it waits. */
    shelfMark: NullableColumn<string>
    /** By what it is paid where it is handed over; null where it is paid before. */
    doorMeans: NullableColumn<'card' | 'cash'>
    /** The banknote that needs change. */
    changeForCents: NullableColumn<number>
  }

  orderLine: {
    orderId: number
    productId: number
    name: string
    quantity: number
    /** Per unit, before any discount: `order_line_discount` has what was taken off. */
    fullPriceCents: number
    requiresPrescription: boolean
    /** Of the quantity, units that the shelf did not have. */
    removedUnits: Generated<number>
    /** Of the quantity, units that came back, or that the shop gave money back for, after they left. */
    returnedUnits: Generated<number>
    /** What the coupon took off all units of the line. */
    couponCents: Generated<number>
    /** As the order's sender gave them, in JSON: the shop charges nothing for them. */
    addOns: Generated<string>
    variations: Generated<string>
  }

  /** What was taken off some units of a line: what a unit was sold at follows from these rows, and the coupon. */
  orderLineDiscount: {
    orderId: number
    productId: number
    /** 0: the product's own discount. */
    promotionId: number
    /** As the bag showed it; empty for the product's own discount. */
    title: string
    units: number
    cents: number
  }

  /** What happened to an order, in sequence. The database refuses changes of it. */
  orderEvent: {
    id: Generated<number>
    orderId: number
    kind: OrderEventKind
    at: Date
    /** Where that was later, as of a payment that its bank reports; null for events before this was kept. */
    recordedAt: NullableColumn<Date>
    /** The status that the order reached by it; null where it stayed in its own. */
    status: OrderStatus | null
    actorKind: 'customer' | 'job' | 'bank' | 'staff'
    /** The customer's or the staff member's; null for jobs, the bank, the command line and API keys. */
    actorId: number | null
    /** Of the staff, as they were then. */
    actorName: string | null
    actorCrf: string | null
    /** JSON: `EventDataByKind` of `orders/events.ts`. */
    data: string
  }

  /** What a change of a paid order costs besides: it takes effect once that is paid. */
  orderSurcharge: {
    id: Generated<number>
    orderId: number
    kind: 'address' | 'proposal'
    /** What takes effect, as JSON. */
    details: string
    amountCents: number
    state: 'waiting' | 'paid' | 'over'
    createdAt: Date
    dueAt: Date
  }

  /** A problem that a customer reports with an order. */
  orderProblem: {
    id: Generated<number>
    orderId: number
    customerId: number
    branchId: number
    kind: string
    /** Encrypted: what people write of their medicines is health data. */
    message: string
    state: 'draft' | 'open' | 'asked' | 'closed'
    decision: ColumnType<'grant' | 'part' | 'refuse' | null, null | undefined, 'grant' | 'part' | 'refuse'>
    grantedCents: Generated<number>
    createdAt: Date
    dueAt: Date
    /** While the customer is asked, the clock stands still. */
    pausedAt: ColumnType<Date | null, null | undefined, Date | null>
    /** When the goods of a withdrawal were in the shop again. */
    goodsBackAt: NullableColumn<Date>
  }

  orderProblemItem: {
    problemId: number
    productId: number
    units: number
  }

  orderProblemMessage: {
    id: Generated<number>
    problemId: number
    at: Date
    /** Null: the customer's own. */
    staffName: string | null
    staffCrf: string | null
    /** Encrypted. */
    text: string
  }

  orderProblemPhoto: {
    id: Generated<number>
    problemId: number
    /** A JPEG in base64, encrypted. */
    contentEncrypted: string
  }

  /** What a store offers in place of units that its shelf lacks; one at a time per order is open. */
  orderProposal: {
    id: Generated<number>
    orderId: number
    productId: number
    units: number
    /** JSON: `Offer` of `orders/proposals.ts`. */
    offer: string
    state: ColumnType<'open' | 'accepted' | 'declined' | 'lapsed', 'open', 'accepted' | 'declined' | 'lapsed'>
    answerDueAt: Date
  }

  /** What an order may be paid with at one provider; of those of an order one can still be paid. */
  charge: {
    /** The shop's own name for it: at a bank the txid. */
    reference: string
    provider: ProviderName
    orderId: number
    amountCents: number
    /** The provider's own name for it, where it gives one. */
    providerId: string | null
    /** "Pix copia e cola", or the address of the provider's page; null until the provider has responded. */
    payable: string | null
    /** As it was read last. `refused`: the payer's bank declined, and nothing can be paid with it any more. */
    state: Generated<'open' | 'in_review' | 'refused' | 'closed'>
    createdAt: Date
    expiresAt: Date
    /** When the provider was last asked for it. */
    checkedAt: Date | null
    /** The order is not to be paid with it any more: it took a payment that did not count, was declined, or another way was chosen. */
    isSpent: Generated<boolean>
    /** Since when its provider's answers tell of it what cannot be read, so that money may have arrived; null while all is clear. */
    unclearAt: ColumnType<Date | null, null | undefined, Date | null>
    /** Of what a change of the order costs besides; null of the order's own. */
    surchargeId: NullableColumn<number>
    /** What could not be read, for the log and the staff. */
    unclearReason: ColumnType<string | null, null | undefined, string | null>
  }

  /** A payment received. */
  payment: RefusalColumns & {
    id: Generated<number>
    provider: ProviderName
    /** The provider's id of it: of a Pix its endToEndId. Unique within the provider. */
    reference: string
    orderId: number
    amountCents: number
    status: 'captured' | 'refund_due' | 'refunded'
    receivedAt: Date
    /** Why it could not be captured: another amount, an order that had ended, or one paid before; null where it was. */
    refundReason: ColumnType<RefundReason | null, RefundReason | null | undefined>
    /** Null where the provider does not tell. */
    method: ColumnType<PaymentMethod | null, PaymentMethod | null | undefined>
    cardBrand: ColumnType<string | null, string | null | undefined>
    cardLastFour: ColumnType<string | null, string | null | undefined>
    /** In how many parts the payer pays it, without interest. */
    installments: ColumnType<number | null, number | null | undefined>
    /** What a change of the order costs besides, and this pays; null where it pays the order. */
    surchargeId: NullableColumn<number>
    /** Of what was taken at the door. */
    doorMethod: NullableColumn<DoorMethod>
    /** A refund at its provider was taken for the one that was due by its amount alone. */
    isRefundMatchedByAmount: Generated<boolean>
  }

  /** What the provider of the external page reported of a payment. */
  externalReport: {
    /** The charge's. */
    reference: string
    paymentId: string
    status: 'paid' | 'refused' | 'refunded'
    amountCents: number
    receivedAt: Date
  }

  coupon: {
    /** Never given again: a coupon of the same code as one that was removed is another one. */
    id: Generated<number>
    /** Upper case. */
    code: string
    title: string
    discountType: DiscountType
    /** Cents when `amount`, whole percent when `percent`. */
    discountValue: number
    /** The largest discount, in cents. */
    maxDiscountCents: number | null
    isOncePerCustomer: boolean
    /** yyyy-MM-dd in São Paulo, both included; null: from always, for ever. */
    firstDay: NullableColumn<string>
    lastDay: NullableColumn<string>
    /** What the lines that it may discount must come to. */
    minimumCents: ColumnType<number | null, number | null | undefined, number | null>
    /** By how many orders it may be used in all, and is used by. */
    maxUses: ColumnType<number | null, number | null | undefined, number | null>
    redemptions: ColumnType<number, number | undefined, number>
  }

  /** A code that each customer may use once, and the order that used it. It stays when the coupon is removed. */
  couponRedemption: {
    couponCode: string
    customerId: number
    orderId: number
  }

  /** A CPF given for laboratory discounts (PBM), encrypted, under a random id. */
  laboratoryOptIn: {
    id: string
    /** Null for a visitor. */
    customerId: number | null
    cpfEncrypted: string
    createdAt: Date
  }

  laboratoryOptInProduct: {
    optInId: string
    productId: number
    consentedAt: Date
    /** What its programme said of the CPF: hundredths of a percent, and for how many units; null where it was not asked. */
    discountBasisPoints: NullableColumn<number>
    maxUnits: NullableColumn<number>
  }

  /** Units of an order whose discount a laboratory's programme authorised, by our own id, written before it is asked. */
  laboratoryAuthorisation: {
    id: string
    customerId: number
    /** Of the order's form. */
    idempotencyKey: string
    productId: number
    /** Null until its order is placed. */
    orderId: NullableColumn<number>
    /** That are to stay authorised; 0 once all are given back. */
    units: number
    discountBasisPoints: NullableColumn<number>
    /** What the programme knows; `lost`: it ended what the order counted on. */
    state: LaboratoryAuthorisationState
    isDelivered: Generated<boolean>
    requestedAt: Date
    /** When the programme is to be told what it does not know yet; null where it knows all. */
    dueAt: NullableColumn<Date>
  }

  /** Of the sandbox's programme. */
  sandboxAuthorisation: {
    id: string
    units: number
    discountBasisPoints: number
    state: 'open' | 'confirmed' | 'cancelled'
  }

  /** An e-mail to be written once a medicine runs out. */
  refillReminder: {
    id: Generated<number>
    customerId: number
    /** For whom it is, of the customer's patients; null: nobody was named. */
    patientId: NullableColumn<number>
    productId: number
    quantity: number
    /** For how many it lasts. */
    days: number
    /** yyyy-MM-dd in São Paulo. */
    dueOn: string
    /** In the e-mail's links. */
    token: string
    /** Null while it waits. */
    writtenAt: NullableColumn<Date>
  }

  patient: {
    id: Generated<number>
    customerId: number
    nameEncrypted: string
    createdAt: Date
  }

  /** Prescriptions sent together; `order_id` is the order they are for. */
  prescription: {
    id: Generated<number>
    customerId: number
    orderId: number | null
    status: PrescriptionStatus
    /** Why it was rejected. */
    reason: string | null
    sentAt: Date
    decidedAt: Date | null
    /** When its order ended before anything left the shop, so that it did not serve. */
    releasedAt: Date | null
  }

  /** One prescription of a doctor: whose, for what, and its picture or PDF in the files folder. */
  prescriptionPart: {
    id: Generated<number>
    prescriptionId: number
    /** 1 digital, 2 paper. */
    type: 1 | 2
    /** Patient, issuers and code as JSON, encrypted. */
    detailsEncrypted: string
    /** yyyy-MM-dd */
    issuedOn: string | null
    fileKey: string | null
    fileType: string | null
    /** 0 while its file is being written: such a part is ignored. */
    isStored: boolean
    /** A treatment of more than a month: valid 90 days where others are valid 10 (RDC 471/2021). */
    isProlonged: Generated<boolean>
    /** How often it serves again, and until which day, yyyy-MM-dd; null where it serves once. */
    repeatTimes: NullableColumn<number>
    repeatUntil: NullableColumn<string>
    /** The part of an earlier prescription that serves again as this one: both have one file. */
    repeatsPartId: NullableColumn<number>
  }

  /** Another picture that a pharmacist asks for. */
  prescriptionPictureRequest: {
    id: Generated<number>
    prescriptionId: number
    partId: number
    /** For the customer. */
    reason: string
    pharmacistName: string
    pharmacistCrf: string
    requestedAt: Date
    dueAt: Date
    state: 'waiting' | 'answered' | 'over'
    answeredAt: NullableColumn<Date>
  }

  /** A prescription whose photo came before its bag; its customer waits for the staff's bag while `answered_at` is null. */
  prescriptionQuote: {
    prescriptionId: number
    branchId: number
    noteEncrypted: string
    answeredAt: NullableColumn<Date>
    answerEncrypted: NullableColumn<string>
    /** Of a link that fills the bag; null where the answer has none. */
    bagToken: NullableColumn<string>
  }

  /** By what a prescription is recognised when it is sent again: a keyed hash of its file, signature or code. */
  prescriptionFingerprint: {
    partId: number
    hash: string
  }

  /** The key of those hashes, of one row. */
  fingerprintKey: {
    id: number
    keyEncrypted: string
  }

  prescriptionProduct: {
    partId: number
    productId: number
  }

  /** Which of the staff read a prescription's file, and when. */
  prescriptionAccessLog: {
    id: Generated<number>
    prescriptionId: number
    partId: number
    accessedAt: Date
    accessedBy: string
  }

  /** Who decided on a prescription. It stays when the prescription is erased. */
  prescriptionDecision: {
    prescriptionId: number
    decision: 'approved' | 'rejected'
    pharmacistName: string
    /** `SP-12345` */
    pharmacistCrf: string
    decidedAt: Date
    /** Why one that served before was approved. */
    justification: string | null
    /** How many units of each product were approved, and ordered; null of rejections, and of decisions before this was kept. */
    approvedUnitsJson: string | null
  }

  /** Orders to be counted as conversions, with consent; the device is null once it is counted, or when it never will be. */
  conversionOutbox: {
    orderId: number
    deviceId: string | null
  }

  /** A charge at the sandbox's pretend bank, which no other domain reads. */
  sandboxCharge: {
    txid: string
    /** The charge as API Pix shows it, as JSON. */
    charge: string
  }

  /** A refund that the shop asked of the card's provider, which gives it an id of its own. */
  cardRefund: {
    /** The charge's. */
    reference: string
    paymentReference: string
    /** The shop's name of it. */
    name: string
    amountCents: number
    requestedAt: Date
    /** Null until the provider's answer has arrived. */
    providerId: string | null
    isRefused: Generated<boolean>
    /** Several of the provider's refunds could be this one. */
    isMatchedByAmount: Generated<boolean>
  }

  /** An order at the sandbox's pretend card page, which no other domain reads. */
  sandboxCardOrder: {
    id: string
    /** Of the call that made it. */
    idempotencyKey: string
    /** As the provider's API shows it, as JSON. */
    cardOrder: string
  }

  sandboxWebhook: {
    receiverKey: string
    url: string
  }

  /** A part of an order's payment that goes back, for units that were taken out of it. */
  partialRefund: RefusalColumns & {
    id: Generated<number>
    orderId: number
    paymentId: number
    amountCents: number
    status: 'due' | 'refunded'
    createdAt: Date
  }

  /** What the provider, or the payer's bank, returned of a payment without being asked by the shop. */
  bankRefund: {
    paymentId: number
    /** Unique within the payment. */
    refundId: string
    orderId: number
    amountCents: number
    status: BankRefundStatus
    /** The payer disputes the payment (a chargeback): their bank took the money back. */
    isDispute: Generated<boolean>
    noticedAt: Date
    /** The provider's own word for its status. */
    providerStatus: NullableColumn<string>
  }

  /** Money that the shop returned by other means than it was paid with. */
  refundSettlement: {
    id: Generated<number>
    orderId: number
    paymentId: number
    /** Of which part; null: of what was left of the payment. */
    partialRefundId: number | null
    amountCents: number
    /** `RefundMeans` of `payments/refund-settlements.ts`. */
    means: string
    /** yyyy-MM-dd in São Paulo. */
    settledOn: string
    /** The number of a receipt. */
    receipt: string | null
    recordedAt: Date
  }

  /** How many units of an order's line lie in its bag, counted by scanner or by hand. */
  orderPick: {
    orderId: number
    productId: number
    units: number
    pickedAt: Date
  }

  /** How many units of a lot lie in an order's bag. */
  orderLot: {
    orderId: number
    productId: number
    lot: string
    units: number
  }

  /** The scans that were counted: a form of the back office that is sent twice counts one unit. */
  orderScan: {
    orderId: number
    /** The form's own name for it, new each time that it is shown. */
    scanId: string
    productId: number
    scannedAt: Date
  }

  /** Why an order is ended, or a clerk asks for it, which an owner or a pharmacist answers. */
  endRequest: {
    orderId: number
    reason: string
    /** A name. */
    requestedBy: string
    requestedAt: Date
    /** The order's, then; null for what was asked before this was kept. */
    requestedStatus: NullableColumn<OrderStatus>
    /** Null while it waits. */
    answer: 'ended' | 'kept' | null
  }

  staff: {
    id: Generated<number>
    /** Lower case. */
    email: string
    name: string
    role: StaffRole
    /** `SP-12345`, of pharmacists. */
    crf: string | null
    /** The branch whose orders they handle; null: all. */
    branchId: number | null
    /** Null until the invitation is accepted. */
    passwordHash: string | null
    totpSecretEncrypted: string | null
    /** 1 once a first code has shown that the app has the secret. */
    isTotpConfirmed: ColumnType<boolean, boolean | undefined, boolean>
    /** The 30-second step of the last code accepted: no code is accepted twice. */
    lastTotpStep: ColumnType<number, number | undefined, number>
    createdAt: Date
    removedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  }

  /** A one-time link; only its SHA-256 is kept. */
  staffInvitation: {
    tokenHash: string
    staffId: number
    expiresAt: Date
  }

  staffRecoveryCode: {
    staffId: number
    codeHash: string
  }

  staffSession: {
    tokenHash: string
    staffId: number
    /** 1 after the second factor. */
    isVerified: boolean
    createdAt: Date
    usedAt: Date
  }

  /** With which one of the store's own systems makes the staff's calls; only its SHA-256 is kept. */
  apiKey: {
    id: Generated<number>
    /** Of the system. */
    name: string
    tokenHash: string
    /** `orders`, `stock` and `prices`, with commas between them. */
    scopes: string
    /** The branch it is for; null: all. */
    branchId: number | null
    createdAt: Date
    /** To the minute; null while it was never used. */
    usedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
    removedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  }

  /** What a staff's call with an idempotency key was answered, so that a repeat of it does nothing anew. */
  callKey: {
    /** Of caller, call and key. */
    keyHash: string
    inputHash: string
    /** HTTP; null while the call runs. */
    status: ColumnType<number | null, null, number | null>
    /** JSON, encrypted: it may name customers; empty while the call runs. */
    answerEncrypted: string
    /** While it runs: whoever runs it is given up then. */
    claimEndsAt: Date
    expiresAt: Date
  }

  /** What the shop's people did. Append-only: triggers refuse its update and deletion. */
  auditEntry: {
    id: Generated<number>
    at: Date
    /** Null: on the command line, and by an API key. */
    staffId: number | null
    name: string
    role: StaffRole | 'operator' | 'system'
    crf: string | null
    /** `orders.advance` */
    action: string
    /** `order 12`, `product FD0160`, as people read it. */
    record: string
    /** `order` */
    recordType: string | null
    /** `12`, `FD0160`; null where the type says all, or the record has no number of its own. */
    recordId: string | null
    /** Never the content of what was seen. */
    detail: string | null
    network: string
  }

  /** A URL that is notified of changes. */
  webhook: {
    id: Generated<number>
    url: string
    /** Signs its messages; empty once it is removed. */
    secretEncrypted: string
    /** Told of that branch alone; null: of all. */
    branchId: number | null
    createdAt: Date
    /** It stays for the log of its messages. */
    removedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  }

  databaseKind: {
    /** Always 1: there is one row, or none. */
    id: number
    kind: 'demo' | 'live'
    /** When it was restored, until the operator says that this is the shop now. */
    restoredAt: NullableColumn<Date>
  }

  keyCheck: {
    /** Always 1: there is one row, or none. */
    id: number
    sealedEncrypted: string
  }
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

type DatabaseName<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${DatabaseName<Rest>}`
  : ''
/** A table as the database writes it. */
export type TableName = DatabaseName<keyof Tables>
