import type { ColumnType, Generated, Selectable } from 'kysely'

/** 0 or 1: SQLite has no booleans, so both databases keep integers. */
type Bit = 0 | 1
/** ISO-8601 in UTC, as `Date.prototype.toISOString` writes it: sorts as text on both databases. */
type Instant = string

interface BranchTable {
  id: number
  name: string
  /** HH:MM in São Paulo. */
  open_time: string
  close_time: string
  whatsapp: string
  shipping_estimate_minutes: number
  shipping_later: Bit
  /** Shown above every page while the branch is open, in place of the usual text; until that day, yyyy-MM-dd. */
  notice: ColumnType<string | null, string | null | undefined, string | null>
  notice_until: ColumnType<string | null, string | null | undefined, string | null>
  delivery_fee_cents: Generated<number>
  /** Products that come to so much are delivered free; null: always the fee. */
  free_delivery_from_cents: NullableColumn<number>
  /** Until an order waits in the store for who picks it up; null where none may be. */
  pickup_minutes: NullableColumn<number>
  /** Days that it is kept there. */
  pickup_days: Generated<number>
  /** The hours of days that have others, as JSON by yyyy-MM-dd: `["07:00", "14:00"]`, or null where it stays closed. */
  special_days: Generated<string>
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
  pharmacist_name: NullableColumn<string>
  pharmacist_crf: NullableColumn<string>
  /** Units of each product that are not sold online, unless the product has a number of its own. */
  safety_stock: Generated<number>
}

/** May be left out of an insert. */
type NullableColumn<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

/** Some hours of a weekday in which a branch delivers to so many orders. */
interface DeliverySlotTable {
  id: Generated<number>
  branch_id: number
  /** 0 is Sunday. */
  weekday: number
  /** HH:MM in São Paulo. */
  start_time: string
  end_time: string
  /** How long before its start an order in it has to be paid. */
  last_order_minutes: number
  /** Orders; lowered below what is taken, it takes no more. */
  capacity: number
  /** No longer offered; its bookings stay, since it may be written again. */
  is_removed: Generated<Bit>
}

/** How many places are taken in a slot of one day (`delivery/delivery-windows.ts`); without a row, none. */
interface DeliveryWindowTable {
  id: number
  booked: number
}

/** Postal codes as numbers: 1310100 is 01310-100. Ranges never overlap. */
interface BranchZipcodesTable {
  branch_id: number
  first_zipcode: number
  last_zipcode: number
}

interface CategoryTable {
  id: number
  name: string
  /** The name in lower case, without accents, spaces as underscores: what category links carry. */
  slug: string
  position: number
  /** One of `catalogue/categories.ts`; null: the usual one by its position. */
  icon: string | null
}

interface SubcategoryTable {
  id: number
  category_id: number
  name: string
  slug: string
  position: number
}

interface ProductTable {
  id: number
  sku: string
  slug: string
  name: string
  brand: string
  manufacturer: string
  active_ingredient: string
  presentation: string
  description: string
  category_id: number
  subcategory_id: number
  kind: ProductKind
  prescription_class: PrescriptionClass
  requires_prescription: Bit
  is_medicine: Bit
  /** Takes part in a laboratory discount (PBM): its discount is shown nowhere before the customer opts in. */
  is_pbm: Bit
  /** RDC 44/2009, art. 54: prescription medicines carry no promotion and no picture. */
  promo_allowed: Bit
  show_image: Bit
  sellable_online: Bit
  discount_type: DiscountType | null
  /** Cents when `amount`, whole percent when `percent`. */
  discount_value: number | null
  ean: string | null
  ggrem: string | null
  anvisa_registration: string | null
  /** The legal ceiling (PMC, 18 %, São Paulo). */
  ceiling_price_cents: number | null
  leaflet_url: string | null
  /** The facts of `catalogue/product-details.ts`, as JSON. */
  details: ColumnType<string, string | undefined, string>
  /** The text that is searched, and the folded name to sort by: both from `buildSearchColumns`. */
  search_text: string
  name_key: ColumnType<string, string | undefined, string>
  units_sold: ColumnType<number, number | undefined, number>
  /** While it is not null the product cannot be bought; `indefiniteEnd` in `product-pauses.ts` until the operator resumes it. */
  paused_until: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  /** Units that no branch sells online; null: each branch's own number. */
  safety_stock: NullableColumn<number>
}

export type ProductKind = 'generico' | 'similar' | 'referencia' | 'nao_medicamento'
export type PrescriptionClass = 'NA' | 'MIP' | 'RX' | 'RX_RETENCAO_10D' | 'RX_RETENCAO_90D' | 'CONTROLADO'
export type DiscountType = 'amount' | 'percent'

interface ProductPictureTable {
  product_id: number
  position: number
  /** File name without size and ending: `60-2` stands for `60-2-160.webp` and the three larger widths. */
  picture_key: string
  alt: string
}

/** A slug that a product had before. */
interface ProductSlugHistoryTable {
  slug: string
  product_id: number
}

/** A product's price and stock at one branch. */
interface OfferTable {
  branch_id: number
  product_id: number
  price_cents: number
  /** Units on the shelf that no order holds: what may be sold, the safety stock included. */
  stock: number
  /** Units that orders hold beyond those on the shelf: what they give back is none of `stock`. Above 0 only where `stock` is 0. */
  oversold: Generated<number>
  /** Of `stock`, units that are not sold online: the product's number, else the branch's. Maintained by triggers, too. */
  safety_stock: TriggerMaintained
  /** This and the following columns are maintained by triggers, so that a listing in any order reads one index. */
  out_of_stock: TriggerMaintained<Bit>
  category_id: TriggerMaintained
  subcategory_id: TriggerMaintained
  kind: TriggerMaintained<ProductKind>
  requires_prescription: TriggerMaintained<Bit>
  units_sold: TriggerMaintained
  /** After the product's own discount, and the percentage its badge shows (0 without one). */
  effective_price_cents: TriggerMaintained
  discount_percent: TriggerMaintained
}

/** Price and stock of a withdrawn product, for its return; it has no row in `offer`, so no page shows it. */
interface WithdrawnOfferTable {
  branch_id: number
  product_id: number
  price_cents: number
  stock: number
  oversold: Generated<number>
}

/** A discount for a while. While it is running, the product's discount is this one, and its own waits here. */
interface PromotionTable {
  product_id: number
  discount_type: DiscountType
  /** As the product's. */
  discount_value: number
  starts_at: Instant
  /** Null: until somebody takes it away. */
  ends_at: Instant | null
  is_running: ColumnType<Bit, Bit | undefined, Bit>
  own_discount_type: ColumnType<DiscountType | null, DiscountType | null | undefined, DiscountType | null>
  own_discount_value: ColumnType<number | null, number | null | undefined, number | null>
}

type TriggerMaintained<Value = number> = ColumnType<Value, never, never>

/** Every word of the catalogue, for correcting misspelt ones. */
interface SearchWordTable {
  word: string
  /** As the catalogue writes it, with accents. */
  spelling: string
  /** How many products contain it. */
  products: number
  /** Of a brand: the words of the active ingredient that all its products have. */
  ingredient: string | null
}

/** Words that mean the same to a search. */
interface SynonymTable {
  id: Generated<number>
  /** As the shop writes them, with commas between them: `preservativo, camisinha`. No word is in two groups. */
  words: string
}

/** One row, id 1; the version grows whenever the catalogue or the synonyms change, which invalidates the caches of the older one. */
interface CatalogueVersionTable {
  id: number
  version: number
}

/** How many products a listing without filters has of each kind. Category or subcategory 0 stands for all. */
interface FacetCountTable {
  branch_id: number
  category_id: number
  subcategory_id: number
  /** `all`, or one of `catalogue/listing/facets.ts`. */
  facet: string
  /** From 1, the most frequent value first. */
  position: number
  value: string
  products: number
}

interface BannerTable {
  id: number
  title: string
  text: string
  link_text: string
  category_id: number | null
  /** A part of that category. */
  subcategory_id?: number | null
  product_id: number | null
  /** Its own, in the place of its product's. */
  picture_key?: string | null
  position: number
}

/** A search that found nothing, counted without who searched. */
interface EmptySearchTable {
  /** yyyy-MM-dd in São Paulo. */
  day: string
  /** Folded, 60 characters at most. */
  words: string
  times: number
}

/** A request for an e-mail when the shop delivers to a postal code. */
interface CoverageNoticeTable {
  /** Lower case. */
  email: string
  /** Eight digits. */
  zipcode: string
  asked_at: Instant
}

/** A request for an e-mail when a branch has a product again. */
interface StockNoticeTable {
  product_id: number
  branch_id: number
  /** Lower case. */
  email: string
  asked_at: Instant
}

/** A row of an operator's file, valid by itself and staged until the whole file is checked. Categories are given by name. */
interface StagedProductTable
  extends Omit<ProductTable, 'id' | 'category_id' | 'subcategory_id' | 'units_sold' | 'paused_until' | 'safety_stock'> {
  import_id: string
  /** In the file, for messages. */
  line: number
  category: string
  subcategory: string
  /** The first values of the columns of `offer` with the same names, in every branch. */
  price_cents: number
  effective_price_cents: number
  discount_percent: number
  /** The keys of its pictures, in order, as JSON; null where the row names no pictures. */
  pictures: string | null
}

interface StagedOfferTable {
  import_id: string
  line: number
  branch_id: number
  /** The row names its product by one of these; the id of the others is looked up once all rows are staged. */
  sku: string | null
  ean: string | null
  slug: string | null
  product_id: number | null
  /** Null leaves it as it is. */
  price_cents: number | null
  stock: number | null
}

interface CustomerTable {
  id: Generated<number>
  first_name: string
  last_name: string
  /** Lower case. */
  email: string
  /** Digits. */
  phone: string
  /** yyyy-MM-dd */
  birthday: string | null
  /** Empty once the account is erased. */
  password_hash: string
  created_at: Instant
  /** When the customer proved to read this e-mail; null before. */
  email_confirmed_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  /** When the account was deleted: since then the row holds no personal data. */
  erased_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  /** Since when the shop does not let the customer in; null for everybody else. */
  blocked_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  /** In the words of who blocked; null with `blocked_at`. */
  block_reason: ColumnType<string | null, string | null | undefined, string | null>
}

/** Who used the shop from which address, in a few seconds of a day: encrypted JSON, by that day's key. */
interface AccessLogTable {
  id: Generated<number>
  /** yyyy-MM-dd, in São Paulo. */
  day: string
  records_encrypted: string
}

/** What the shop's people find a customer by: the words of the names, folded. */
interface CustomerSearchWordTable {
  word: string
  customer_id: number
}

/** A visitor's or a customer's token; only its SHA-256 is kept. */
interface SessionTable {
  token_hash: string
  customer_id: number | null
  created_at: Instant
  expires_at: Instant
  /** Browser and system in words, such as "Chrome · Android". */
  device: ColumnType<string, string | undefined, string>
  /** Null for a visitor's, and for one from before it was noted. */
  signed_in_by: NullableColumn<SignInMethod>
}

/** By what somebody signed in. */
export type SignInMethod = 'password' | 'code' | 'passkey'

/** A device on which a customer has signed in; only the SHA-256 of its token is kept. A device may know several customers. */
interface KnownDeviceTable {
  token_hash: string
  customer_id: number
  expires_at: Instant
}

/** Attempts counted for a limit. The key is a keyed hash, since it holds e-mail and network addresses. */
interface AttemptCountTable {
  key_hash: string
  attempts: number
  last_at: Instant
  /** From then on the attempts count no more. */
  expires_at: Instant
}

/** E-mail to be sent, written in the transaction of the event it reports. */
interface OutboxEmailTable {
  id: Generated<number>
  recipient: string
  subject: string
  text_body: string
  html_body: string
  created_at: Instant
  attempts: ColumnType<number, number | undefined, number>
  /** Not to be sent earlier. A server claims the e-mail by moving this ahead. */
  due_at: Instant
  sent_at: Instant | null
  /** Its mailbox has put it off: the order's later e-mails do not wait for it. */
  is_deferred: Generated<Bit>
  /** The order that it is about, and what it reports: null for all other e-mails. */
  order_id: ColumnType<number | null, number | null | undefined>
  kind: ColumnType<string | null, string | null | undefined>
  /** The order's event that it reports: from it the e-mail can be written again. */
  event_id: ColumnType<number | null, number | null | undefined>
  /** Where its recipient unsubscribes from such e-mails with one click: null for those without unsubscribing. */
  unsubscribe_path: NullableColumn<string>
  /** The Message-ID under which it was sent. */
  message_id: ColumnType<string | null, string | null | undefined>
}

/** The code last mailed to a mailbox for a purpose; of both only a keyed hash is kept. */
interface MailboxCodeTable {
  mailbox_hash: string
  /** Whose code it was when it was mailed. */
  customer_id: number | null
  code_hash: string
  expires_at: Instant
  attempts: number
}

/** A passkey of a customer or of one of the staff. */
interface PasskeyTable {
  /** The authenticator's, base64url. */
  id: string
  customer_id: number | null
  staff_id: number | null
  name: string
  /** COSE, base64url. */
  public_key: string
  /** 0 for ever where the passkey is synchronised. */
  counter: number
  created_at: Instant
  used_at: Instant | null
}

/** A challenge that was answered: each is good once. */
interface PasskeyAnswerTable {
  challenge: string
  expires_at: Instant
}

/** A benefit that a customer has from somebody, such as an employer. */
interface GainTable {
  id: Generated<number>
  customer_id: number
  name: string
  created_at: Instant
  /** What its holder has been granted in all, as the last file said; null: before that was kept. */
  granted_cents: NullableColumn<number>
}

interface GainAddressTable {
  id: Generated<number>
  gain_id: number
  address_type: string
  zipcode: string
  street: string
  number: string
  complement: string
  neighborhood: string
  city: string
  state: string
}

export type LedgerEntryKind =
  | 'cashback'
  | 'cashback_returned'
  | 'credit'
  | 'purchase'
  | 'purchase_returned'
  | 'part_returned'
  | 'adjustment'

/** Credits (positive) and debits. A balance is the sum of its entries, and is not stored. */
interface LedgerEntryTable {
  id: Generated<number>
  customer_id: number
  /** Null: the customer's own wallet. */
  gain_id: number | null
  order_id: number | null
  kind: LedgerEntryKind
  amount_cents: number
  entered_at: Instant
}

interface AddressTable {
  id: Generated<number>
  customer_id: number
  address_type: string
  zipcode: string
  street: string
  number: string
  complement: string
  neighborhood: string
  city: string
  state: string
  place_id: string | null
  created_at: Instant
}

interface WishlistItemTable {
  customer_id: number
  product_id: number
  added_at: Instant
}

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

interface OrderTable {
  id: Generated<number>
  customer_id: number
  /** An idempotency key: a form sent twice finds the first order. */
  idempotency_key: string
  status: OrderStatus
  branch_id: number
  delivery_address_id: number | null
  /** The address as it was when the order was placed, as JSON. */
  delivery_address: string
  /** Sum of the lines at their undiscounted price. */
  items_cents: number
  /** What the products' own discounts take off. */
  discount_cents: number
  coupon_code: string | null
  /** Of the coupon that had this code when it was placed, which may be removed by now. */
  coupon_id: NullableColumn<number>
  coupon_title: string | null
  coupon_discount_cents: number
  delivery_charge_cents: number
  /** Of the fee, what went back when the order was moved to pick-up. */
  delivery_refunded_cents: Generated<number>
  /** What is charged: items − discount − coupon + delivery. */
  total_cents: number
  note: string
  /** Delivered by appointment, not at once. */
  is_scheduled: Generated<Bit>
  /** The name and version that the client gave; null where it gave none. */
  app_version: string | null
  /** How much of `total_cents` the wallet and the gains paid. */
  balance_cents: Generated<number>
  /** The gains it was to be paid with, as JSON. */
  gain_ids: Generated<string>
  /** What was refunded for units taken out of it, and of its fee, while it was in the shop. */
  removed_cents: Generated<number>
  placed_at: Instant
  payment_due_at: Instant
  paid_at: Instant | null
  /** Who brings it, and where their way can be followed (https). */
  courier_name: ColumnType<string | null, string | null | undefined>
  courier_phone: ColumnType<string | null, string | null | undefined>
  courier_url: ColumnType<string | null, string | null | undefined>
  received_by: ColumnType<string | null, string | null | undefined>
  /** Of its NFC-e or NF-e: 44 digits and capitals. */
  fiscal_key: ColumnType<string | null, string | null | undefined>
  /** For its fiscal document, where the customer gave one. */
  fiscal_cpf_encrypted: NullableColumn<string>
  /** The new delivery time that the staff set. */
  new_promise_at: ColumnType<Instant | null, Instant | null | undefined>
  /** Brought to its address, or picked up in the branch. */
  order_type: Generated<'delivery' | 'pickup'>
  delivery_window_id: NullableColumn<number>
  /** What was promised: in a window when it was placed, else when it was paid. */
  promised_from: NullableColumn<Instant>
  promised_to: NullableColumn<Instant>
  /** Six digits that identify whoever picks it up; null before it is ready. */
  pickup_code: NullableColumn<string>
  /** It is kept in the store until then. */
  pickup_until: NullableColumn<Instant>
  pickup_reminded_at: NullableColumn<Instant>
  /** Where in the store it waits. */
  shelf_mark: NullableColumn<string>
}

interface OrderLineTable {
  order_id: number
  product_id: number
  name: string
  quantity: number
  /** Per unit: before and after the product's discount. */
  full_price_cents: number
  price_cents: number
  requires_prescription: Bit
  /** Of the quantity, units that the shelf did not have. */
  removed_units: Generated<number>
  /** Of the quantity, units that came back, or that the shop gave money back for, after they left. */
  returned_units: Generated<number>
  /** What the coupon took off all units of the line. */
  coupon_cents: Generated<number>
  /** As the order's sender gave them, in JSON: the shop charges nothing for them. */
  add_ons: Generated<string>
  variations: Generated<string>
}

/** What may happen to an order: the steps of `orders/lifecycle.ts`, and what changes no status. */
export type OrderEventKind =
  | 'place'
  | 'pay'
  | 'review'
  | 'expire'
  | 'fail'
  | 'approve'
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
  | 'removeUnits'
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

/** What happened to an order, in sequence. The database refuses changes of it. */
interface OrderEventTable {
  id: Generated<number>
  order_id: number
  kind: OrderEventKind
  at: Instant
  /** Where that was later, as of a payment that its bank reports; null for events before this was kept. */
  recorded_at: NullableColumn<Instant>
  /** The status that the order reached by it; null where it stayed in its own. */
  status: OrderStatus | null
  actor_kind: 'customer' | 'job' | 'bank' | 'staff'
  /** The customer's or the staff member's; null for jobs, the bank, the command line and API keys. */
  actor_id: number | null
  /** Of the staff, as they were then. */
  actor_name: string | null
  actor_crf: string | null
  /** JSON: `EventDataByKind` of `orders/events.ts`. */
  data: string
}

/** A problem that a customer reports with an order. */
interface OrderProblemTable {
  id: Generated<number>
  order_id: number
  customer_id: number
  branch_id: number
  kind: string
  /** Encrypted: what people write of their medicines is health data. */
  message: string
  state: 'draft' | 'open' | 'asked' | 'closed'
  decision: ColumnType<'grant' | 'part' | 'refuse' | null, null | undefined, 'grant' | 'part' | 'refuse'>
  granted_cents: Generated<number>
  created_at: Instant
  due_at: Instant
  /** While the customer is asked, the clock stands still. */
  paused_at: ColumnType<Instant | null, null | undefined, Instant | null>
  /** When the goods of a withdrawal were in the shop again. */
  goods_back_at: NullableColumn<Instant>
}

interface OrderProblemItemTable {
  problem_id: number
  product_id: number
  units: number
}

interface OrderProblemMessageTable {
  id: Generated<number>
  problem_id: number
  at: Instant
  /** Null: the customer's own. */
  staff_name: string | null
  staff_crf: string | null
  /** Encrypted. */
  text: string
}

interface OrderProblemPhotoTable {
  id: Generated<number>
  problem_id: number
  /** A JPEG in base64, encrypted. */
  content_encrypted: string
}

/** What a store offers in place of units that its shelf lacks; one at a time per order is open. */
interface OrderProposalTable {
  id: Generated<number>
  order_id: number
  product_id: number
  units: number
  /** JSON: `Offer` of `orders/proposals.ts`. */
  offer: string
  state: ColumnType<'open' | 'accepted' | 'declined' | 'lapsed', 'open', 'accepted' | 'declined' | 'lapsed'>
  answer_until: Instant
}

/** What an order may be paid with at one provider; of those of an order one can still be paid. */
interface ChargeTable {
  /** The shop's own name for it: at a bank the txid. */
  reference: string
  provider: ProviderName
  order_id: number
  amount_cents: number
  /** The provider's own name for it, where it gives one. */
  provider_id: string | null
  /** "Pix copia e cola", or the address of the provider's page; null until the provider has responded. */
  payable: string | null
  /** As it was read last. `refused`: the payer's bank declined, and nothing can be paid with it any more. */
  state: Generated<'open' | 'in_review' | 'refused' | 'closed'>
  created_at: Instant
  expires_at: Instant
  /** When the provider was last asked for it. */
  checked_at: Instant | null
  /** The order is not to be paid with it any more: it took a payment that did not count, was declined, or another way was chosen. */
  is_spent: Generated<Bit>
  /** Since when its provider's answers tell of it what cannot be read, so that money may have arrived; null while all is clear. */
  unclear_since: ColumnType<Instant | null, null | undefined, Instant | null>
  /** What could not be read, for the log and the staff. */
  unclear_reason: ColumnType<string | null, null | undefined, string | null>
}

/** How often a provider refused to return money, and its last words; the second time is for good. */
interface RefusalColumns {
  refusal_count: Generated<number>
  refused_at: ColumnType<Instant | null, null | undefined, Instant | null>
  refusal_reason: ColumnType<string | null, null | undefined, string | null>
}

/** Who takes payments: `pix`, `external`, `card`. */
export type ProviderName = string

/** A payment received. */
interface PaymentTable extends RefusalColumns {
  id: Generated<number>
  provider: ProviderName
  /** The provider's id of it: of a Pix its endToEndId. Unique within the provider. */
  reference: string
  order_id: number
  amount_cents: number
  status: 'captured' | 'refund_due' | 'refunded'
  received_at: Instant
  /** Why it could not be captured: another amount, an order that had ended, or one paid before; null where it was. */
  refund_reason: ColumnType<RefundReason | null, RefundReason | null | undefined>
  /** Null where the provider does not tell. */
  method: ColumnType<PaymentMethod | null, PaymentMethod | null | undefined>
  card_brand: ColumnType<string | null, string | null | undefined>
  card_last_four: ColumnType<string | null, string | null | undefined>
  /** In how many parts the payer pays it, without interest. */
  installments: ColumnType<number | null, number | null | undefined>
  /** A refund at its provider was taken for the one that was due by its amount alone. */
  is_refund_matched_by_amount: Generated<Bit>
}

export type PaymentMethod = 'pix' | 'card'

/** What the provider of the external page reported of a payment. */
interface ExternalReportTable {
  /** The charge's. */
  reference: string
  payment_id: string
  status: 'paid' | 'refused' | 'refunded'
  amount_cents: number
  received_at: Instant
}

export type RefundReason = 'amount' | 'late' | 'second'

interface CouponTable {
  /** Never given again: a coupon of the same code as one that was removed is another one. */
  id: Generated<number>
  /** Upper case. */
  code: string
  title: string
  discount_type: DiscountType
  /** Cents when `amount`, whole percent when `percent`. */
  discount_value: number
  /** The largest discount, in cents. */
  max_discount_cents: number | null
  once_per_customer: Bit
  /** yyyy-MM-dd in São Paulo, both included; null: from always, for ever. */
  first_day: ColumnType<string | null, string | null | undefined, string | null>
  last_day: ColumnType<string | null, string | null | undefined, string | null>
  /** What the lines that it may discount must come to. */
  minimum_cents: ColumnType<number | null, number | null | undefined, number | null>
  /** By how many orders it may be used in all, and is used by. */
  max_uses: ColumnType<number | null, number | null | undefined, number | null>
  redemptions: ColumnType<number, number | undefined, number>
}

/** A code that each customer may use once, and the order that used it. It stays when the coupon is removed. */
interface CouponRedemptionTable {
  coupon_code: string
  customer_id: number
  order_id: number
}

/** A CPF given for laboratory discounts (PBM), encrypted, under a random id. */
interface LaboratoryOptInTable {
  id: string
  /** Null for a visitor. */
  customer_id: number | null
  cpf_encrypted: string
  created_at: Instant
}

interface LaboratoryOptInProductTable {
  opt_in_id: string
  product_id: number
  consented_at: Instant
  /** What its programme said of the CPF: hundredths of a percent, and for how many units; null where it was not asked. */
  discount_hundredths: NullableColumn<number>
  max_units: NullableColumn<number>
}

/** Units of an order whose discount a laboratory's programme authorised, by our own id, written before it is asked. */
interface LaboratoryAuthorisationTable {
  id: string
  customer_id: number
  /** Of the order's form. */
  idempotency_key: string
  product_id: number
  /** Null until its order is placed. */
  order_id: NullableColumn<number>
  /** That are to stay authorised; 0 once all are given back. */
  units: number
  discount_hundredths: NullableColumn<number>
  /** What the programme knows; `lost`: it ended what the order counted on. */
  state: LaboratoryAuthorisationState
  is_delivered: Generated<Bit>
  requested_at: Instant
  /** When the programme is to be told what it does not know yet; null where it knows all. */
  due_at: NullableColumn<Instant>
}

export type LaboratoryAuthorisationState = 'requested' | 'authorised' | 'confirmed' | 'cancelled' | 'lost'

/** Of the sandbox's programme. */
interface SandboxAuthorisationTable {
  id: string
  units: number
  discount_hundredths: number
  state: 'open' | 'confirmed' | 'cancelled'
}

/** An e-mail to be written once a medicine runs out. */
interface RefillReminderTable {
  id: Generated<number>
  customer_id: number
  /** For whom it is, of the customer's patients; null: nobody was named. */
  patient_id: NullableColumn<number>
  product_id: number
  quantity: number
  /** For how many it lasts. */
  days: number
  /** yyyy-MM-dd in São Paulo. */
  due_on: string
  /** In the e-mail's links. */
  token: string
  /** Null while it waits. */
  written_at: NullableColumn<Instant>
}

interface PatientTable {
  id: Generated<number>
  customer_id: number
  name_encrypted: string
  created_at: Instant
}

export type PrescriptionStatus = 'sent' | 'approved' | 'rejected'

/** Prescriptions sent together; `order_id` is the order they are for. */
interface PrescriptionTable {
  id: Generated<number>
  customer_id: number
  order_id: number | null
  status: PrescriptionStatus
  /** Why it was rejected. */
  reason: string | null
  sent_at: Instant
  decided_at: Instant | null
  /** When its order ended before anything left the shop, so that it did not serve. */
  released_at: Instant | null
}

/** One prescription of a doctor: whose, for what, and its picture or PDF in the files folder. */
interface PrescriptionPartTable {
  id: Generated<number>
  prescription_id: number
  /** 1 digital, 2 paper. */
  type: 1 | 2
  /** Patient, issuers and code as JSON, encrypted. */
  details_encrypted: string
  /** yyyy-MM-dd */
  issued_at: string | null
  file_key: string | null
  file_type: string | null
  /** 0 while its file is being written: such a part is ignored. */
  is_stored: Bit
  /** A treatment of more than a month: valid 90 days where others are valid 10 (RDC 471/2021). */
  is_prolonged: Generated<Bit>
  /** How often it serves again, and until which day, yyyy-MM-dd; null where it serves once. */
  repeat_times: NullableColumn<number>
  repeat_until: NullableColumn<string>
  /** The part of an earlier prescription that serves again as this one: both have one file. */
  repeats_part_id: NullableColumn<number>
}

/** A prescription whose photo came before its bag; its customer waits for the staff's bag while `answered_at` is null. */
interface PrescriptionQuoteTable {
  prescription_id: number
  branch_id: number
  note_encrypted: string
  answered_at: NullableColumn<Instant>
  answer_encrypted: NullableColumn<string>
  /** Of a link that fills the bag; null where the answer has none. */
  bag_token: NullableColumn<string>
}

/** By what a prescription is recognised when it is sent again: a keyed hash of its file, signature or code. */
interface PrescriptionFingerprintTable {
  part_id: number
  hash: string
}

/** The key of those hashes, of one row. */
interface FingerprintKeyTable {
  id: number
  key_encrypted: string
}

interface PrescriptionProductTable {
  part_id: number
  product_id: number
}

/** Which of the staff read a prescription's file, and when. */
interface PrescriptionAccessLogTable {
  id: Generated<number>
  prescription_id: number
  part_id: number
  accessed_at: Instant
  accessed_by: string
}

/** Who decided on a prescription. It stays when the prescription is erased. */
interface PrescriptionDecisionTable {
  prescription_id: number
  decision: 'approved' | 'rejected'
  pharmacist_name: string
  /** `SP-12345` */
  pharmacist_crf: string
  decided_at: Instant
  /** Why one that served before was approved. */
  justification: string | null
  /** How many units of each product were approved, and ordered; null of rejections, and of decisions before this was kept. */
  approved_units_json: string | null
}

/** Orders to be counted as conversions, with consent; the device is null once it is counted, or when it never will be. */
interface ConversionOutboxTable {
  order_id: number
  device_id: string | null
}

/** A charge at the sandbox's pretend bank, which no other domain reads. */
interface SandboxChargeTable {
  txid: string
  /** The charge as API Pix shows it, as JSON. */
  charge: string
}

/** A refund that the shop asked of the card's provider, which gives it an id of its own. */
interface CardRefundTable {
  /** The charge's. */
  reference: string
  payment_reference: string
  /** The shop's name of it. */
  name: string
  amount_cents: number
  requested_at: Instant
  /** Null until the provider's answer has arrived. */
  provider_id: string | null
  is_refused: Generated<Bit>
  /** Several of the provider's refunds could be this one. */
  is_matched_by_amount: Generated<Bit>
}

/** An order at the sandbox's pretend card page, which no other domain reads. */
interface SandboxCardOrderTable {
  id: string
  /** Of the call that made it. */
  idempotency_key: string
  /** As the provider's API shows it, as JSON. */
  card_order: string
}

interface SandboxWebhookTable {
  receiver_key: string
  url: string
}

/** A part of an order's payment that goes back, for units that were taken out of it. */
interface PartialRefundTable extends RefusalColumns {
  id: Generated<number>
  order_id: number
  payment_id: number
  amount_cents: number
  status: 'due' | 'refunded'
  created_at: Instant
}

/** What the provider, or the payer's bank, returned of a payment without being asked by the shop. */
interface BankRefundTable {
  payment_id: number
  /** Unique within the payment. */
  refund_id: string
  order_id: number
  amount_cents: number
  status: BankRefundStatus
  /** The payer disputes the payment (a chargeback): their bank took the money back. */
  is_dispute: Generated<Bit>
  noticed_at: Instant
  /** The provider's own word for its status. */
  provider_status: ColumnType<string | null, string | null | undefined, string | null>
}

/** Money that the shop returned by other means than it was paid with. */
interface RefundSettlementTable {
  id: Generated<number>
  order_id: number
  payment_id: number
  /** Of which part; null: of what was left of the payment. */
  partial_refund_id: number | null
  amount_cents: number
  /** `RefundMeans` of `payments/refund-settlements.ts`. */
  means: string
  /** yyyy-MM-dd in São Paulo. */
  settled_on: string
  /** The number of a receipt. */
  receipt: string | null
  recorded_at: Instant
}

export type BankRefundStatus = 'under_way' | 'returned' | 'failed'

/** How many units of an order's line lie in its bag, counted by scanner or by hand. */
interface OrderPickTable {
  order_id: number
  product_id: number
  units: number
  picked_at: Instant
}

/** How many units of a lot lie in an order's bag. */
interface OrderLotTable {
  order_id: number
  product_id: number
  lot: string
  units: number
}

/** The scans that were counted: a form of the back office that is sent twice counts one unit. */
interface OrderScanTable {
  order_id: number
  /** The form's own name for it, new each time that it is shown. */
  scan_id: string
  product_id: number
  scanned_at: Instant
}

/** Why an order is ended, or a clerk asks for it, which an owner or a pharmacist answers. */
interface EndRequestTable {
  order_id: number
  reason: string
  /** A name. */
  asked_by: string
  asked_at: Instant
  /** The order's, then; null for what was asked before this was kept. */
  asked_status: NullableColumn<OrderStatus>
  /** Null while it waits. */
  answer: 'ended' | 'kept' | null
}

/** What each may: server/staff/roles.ts. */
export type StaffRole = 'owner' | 'pharmacist' | 'clerk'

interface StaffTable {
  id: Generated<number>
  /** Lower case. */
  email: string
  name: string
  role: StaffRole
  /** `SP-12345`, of pharmacists. */
  crf: string | null
  /** The branch whose orders they handle; null: all. */
  branch_id: number | null
  /** Null until the invitation is accepted. */
  password_hash: string | null
  totp_secret_encrypted: string | null
  /** 1 once a first code has shown that the app has the secret. */
  totp_confirmed: ColumnType<Bit, Bit | undefined, Bit>
  /** The 30-second step of the last code accepted: no code is accepted twice. */
  last_totp_step: ColumnType<number, number | undefined, number>
  created_at: Instant
  removed_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
}

/** A one-time link; only its SHA-256 is kept. */
interface StaffInvitationTable {
  token_hash: string
  staff_id: number
  expires_at: Instant
}

interface StaffRecoveryCodeTable {
  staff_id: number
  code_hash: string
}

interface StaffSessionTable {
  token_hash: string
  staff_id: number
  /** 1 after the second factor. */
  is_verified: Bit
  created_at: Instant
  used_at: Instant
}

/** With which one of the store's own systems makes the staff's calls; only its SHA-256 is kept. */
interface ApiKeyTable {
  id: Generated<number>
  /** Of the system. */
  name: string
  token_hash: string
  /** `orders`, `stock` and `prices`, with commas between them. */
  scopes: string
  /** The branch it is for; null: all. */
  branch_id: number | null
  created_at: Instant
  /** To the minute; null while it was never used. */
  used_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  removed_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
}

/** What a staff's call with an idempotency key was answered, so that a repeat of it does nothing anew. */
interface CallKeyTable {
  /** Of caller, call and key. */
  key_hash: string
  input_hash: string
  /** HTTP; null while the call runs. */
  status: ColumnType<number | null, null, number | null>
  /** JSON, encrypted: it may name customers; empty while the call runs. */
  answer_encrypted: string
  /** While it runs: whoever runs it is given up then. */
  claimed_until: Instant
  expires_at: Instant
}

/** What the shop's people did. Append-only: triggers refuse its update and deletion. */
interface AuditEntryTable {
  id: Generated<number>
  at: Instant
  /** Null: on the command line, and by an API key. */
  staff_id: number | null
  name: string
  role: StaffRole | 'operator' | 'system'
  crf: string | null
  /** `orders.advance` */
  act: string
  /** `order 12`, `product FD0160`, as people read it. */
  record: string
  /** `order` */
  record_type: string | null
  /** `12`, `FD0160`; null where the type says all, or the record has no number of its own. */
  record_id: string | null
  /** Never the content of what was seen. */
  detail: string | null
  network: string
}

/** A URL that is notified of changes. */
interface WebhookTable {
  id: Generated<number>
  url: string
  /** Signs its messages; empty once it is removed. */
  secret_encrypted: string
  /** Told of that branch alone; null: of all. */
  branch_id: number | null
  created_at: Instant
  /** It stays for the log of its messages. */
  removed_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
}

/** Why a message did not arrive, other than by the status of its answer. */
export type WebhookDeliveryErrorCode = 'address' | 'unknown_host' | 'timeout' | 'certificate' | 'connection' | 'secret'

/** A message to a webhook, written in the transaction of the event it reports. */
interface WebhookDeliveryTable {
  id: Generated<number>
  webhook_id: number
  /** The same for every attempt, and for every webhook that is notified of the event: `msg_` and letters or digits. */
  message_id: string
  /** `order.status_changed` */
  event: string
  /** The JSON that is signed and sent. Never with personal data. */
  body: string
  created_at: Instant
  /** Not to be sent earlier; null once it has arrived or was given up. A server claims the message by moving this ahead. */
  due_at: Instant | null
  attempts: ColumnType<number, number | undefined, number>
  delivered_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  given_up_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
  /** The status of the last answer; null where there was none. */
  last_status: ColumnType<number | null, number | null | undefined, number | null>
  last_error: ColumnType<
    WebhookDeliveryErrorCode | null,
    WebhookDeliveryErrorCode | null | undefined,
    WebhookDeliveryErrorCode | null
  >
  last_attempt_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
}

interface DatabaseKindTable {
  /** Always 1: there is one row, or none. */
  id: number
  kind: 'demo' | 'live'
  /** When it was restored, until the operator says that this is the shop now. */
  resting_since: NullableColumn<Instant>
}

interface KeyCheckTable {
  /** Always 1: there is one row, or none. */
  id: number
  sealed_encrypted: string
}

export interface Tables {
  branch: BranchTable
  branch_zipcodes: BranchZipcodesTable
  delivery_slot: DeliverySlotTable
  delivery_window: DeliveryWindowTable
  category: CategoryTable
  subcategory: SubcategoryTable
  product: ProductTable
  product_picture: ProductPictureTable
  product_slug_history: ProductSlugHistoryTable
  offer: OfferTable
  withdrawn_offer: WithdrawnOfferTable
  promotion: PromotionTable
  search_word: SearchWordTable
  synonym: SynonymTable
  catalogue_version: CatalogueVersionTable
  facet_count: FacetCountTable
  banner: BannerTable
  stock_notice: StockNoticeTable
  coverage_notice: CoverageNoticeTable
  empty_search: EmptySearchTable
  staged_product: StagedProductTable
  staged_offer: StagedOfferTable
  customer: CustomerTable
  customer_search_word: CustomerSearchWordTable
  access_log: AccessLogTable
  session: SessionTable
  mailbox_code: MailboxCodeTable
  passkey: PasskeyTable
  passkey_answer: PasskeyAnswerTable
  known_device: KnownDeviceTable
  attempt_count: AttemptCountTable
  outbox_email: OutboxEmailTable
  gain: GainTable
  gain_address: GainAddressTable
  ledger_entry: LedgerEntryTable
  address: AddressTable
  wishlist_item: WishlistItemTable
  orders: OrderTable
  order_line: OrderLineTable
  order_event: OrderEventTable
  order_problem: OrderProblemTable
  order_proposal: OrderProposalTable
  order_problem_item: OrderProblemItemTable
  order_problem_message: OrderProblemMessageTable
  order_problem_photo: OrderProblemPhotoTable
  charge: ChargeTable
  payment: PaymentTable
  coupon: CouponTable
  coupon_redemption: CouponRedemptionTable
  laboratory_opt_in: LaboratoryOptInTable
  laboratory_opt_in_product: LaboratoryOptInProductTable
  laboratory_authorisation: LaboratoryAuthorisationTable
  sandbox_authorisation: SandboxAuthorisationTable
  refill_reminder: RefillReminderTable
  patient: PatientTable
  prescription: PrescriptionTable
  prescription_part: PrescriptionPartTable
  prescription_product: PrescriptionProductTable
  prescription_access_log: PrescriptionAccessLogTable
  prescription_decision: PrescriptionDecisionTable
  prescription_fingerprint: PrescriptionFingerprintTable
  prescription_quote: PrescriptionQuoteTable
  fingerprint_key: FingerprintKeyTable
  external_report: ExternalReportTable
  conversion_outbox: ConversionOutboxTable
  card_refund: CardRefundTable
  sandbox_card_order: SandboxCardOrderTable
  sandbox_charge: SandboxChargeTable
  sandbox_webhook: SandboxWebhookTable
  database_kind: DatabaseKindTable
  key_check: KeyCheckTable
  partial_refund: PartialRefundTable
  bank_refund: BankRefundTable
  refund_settlement: RefundSettlementTable
  order_pick: OrderPickTable
  order_lot: OrderLotTable
  order_scan: OrderScanTable
  end_request: EndRequestTable
  staff: StaffTable
  staff_invitation: StaffInvitationTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_session: StaffSessionTable
  api_key: ApiKeyTable
  call_key: CallKeyTable
  audit_entry: AuditEntryTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
