/** Whose table is whose. */
import ts from 'typescript'
import { toDatabaseName } from '../../server/database/row-codec.ts'
import type { TableName } from '../../server/database/schema.ts'
import { isCode, isTest, place, type Source, visit } from './sources.ts'

/** The folder whose queries read and write a table. A table without an owner does not compile. */
const ownerOf: Record<TableName, string> = {
  branch: 'delivery',
  branch_zipcodes: 'delivery',
  delivery_slot: 'delivery',
  delivery_window: 'delivery',
  category: 'catalogue',
  subcategory: 'catalogue',
  product: 'catalogue',
  product_picture: 'catalogue',
  product_slug_history: 'catalogue',
  offer: 'catalogue',
  withdrawn_offer: 'catalogue',
  promotion: 'catalogue',
  bag_promotion: 'catalogue',
  bag_promotion_product: 'catalogue',
  search_word: 'catalogue',
  synonym: 'catalogue',
  catalogue_version: 'catalogue',
  facet_count: 'catalogue',
  banner: 'catalogue',
  price_period: 'catalogue',
  stock_notice: 'catalogue',
  coverage_notice: 'delivery',
  empty_search: 'catalogue',
  ceiling_list: 'catalogue',
  trade_name: 'catalogue',
  price_ceiling: 'catalogue',
  ceiling_rate: 'catalogue',
  staged_product: 'catalogue',
  staged_offer: 'catalogue',
  catalogue_rule: 'catalogue',
  pending_product: 'catalogue',
  pending_offer: 'catalogue',
  customer: 'accounts',
  customer_search_word: 'accounts',
  access_log: 'privacy',
  session: 'accounts',
  mailbox_code: 'accounts',
  passkey: 'accounts',
  passkey_answer: 'accounts',
  known_device: 'accounts',
  attempt_count: 'accounts',
  outbox: 'outbox',
  whatsapp_contact: 'notify',
  whatsapp_template: 'notify',
  branch_alert: 'notify',
  gain: 'wallet',
  gain_address: 'wallet',
  ledger_entry: 'wallet',
  address: 'addresses',
  wishlist_item: 'wishlist',
  orders: 'orders',
  order_line: 'orders',
  order_line_discount: 'orders',
  order_event: 'orders',
  order_problem: 'problems',
  order_problem_item: 'problems',
  order_problem_message: 'problems',
  order_problem_photo: 'problems',
  charge: 'payments',
  payment: 'receipts',
  external_report: 'payments',
  card_refund: 'payments',
  sandbox_card_order: 'payments',
  sandbox_charge: 'payments',
  sandbox_webhook: 'payments',
  coupon: 'bag',
  coupon_redemption: 'bag',
  laboratory_opt_in: 'bag',
  laboratory_opt_in_product: 'bag',
  laboratory_authorisation: 'bag',
  sandbox_authorisation: 'bag',
  patient: 'prescriptions',
  prescription: 'prescriptions',
  prescription_part: 'prescriptions',
  prescription_product: 'prescriptions',
  prescription_access_log: 'prescriptions',
  prescription_decision: 'prescriptions',
  prescription_fingerprint: 'prescriptions',
  prescription_picture_request: 'prescriptions',
  prescription_quote: 'prescriptions',
  fingerprint_key: 'prescriptions',
  refill_reminder: 'reminders',
  conversion_outbox: 'analytics',
  partial_refund: 'receipts',
  bank_refund: 'receipts',
  refund_settlement: 'payments',
  order_pick: 'orders',
  order_lot: 'orders',
  order_scan: 'orders',
  end_request: 'orders',
  order_proposal: 'orders',
  order_surcharge: 'orders',
  staff: 'staff',
  staff_invitation: 'staff',
  staff_recovery_code: 'staff',
  staff_session: 'staff',
  api_key: 'staff',
  call_key: 'staff',
  audit_entry: 'staff',
  webhook: 'webhooks',
  database_kind: 'database',
  key_check: 'database',
}

/** Who may name tables of others. */
const exceptions: { path: string; tables: TableName[] | 'all' }[] = [
  // Migrations, backups and restores deal with every table.
  { path: 'server/database/', tables: 'all' },
  // Fills an empty database, as a migration does.
  { path: 'server/demo/', tables: 'all' },
  // The erasure registry.
  { path: 'server/privacy/erasure.sql.ts', tables: 'all' },
  // An import offers every new product in every branch by one statement: row by row it would take minutes.
  { path: 'server/catalogue/import/imports.sql.ts', tables: ['branch'] },
  // What orders ask of their payments is below them (`receipts/`), what the providers say of them above.
  { path: 'server/payments/', tables: ['payment', 'partial_refund', 'bank_refund'] },
  // The end of one account with another's mailbox: accounts stand below the wallet.
  { path: 'server/accounts/gains.sql.ts', tables: ['gain', 'ledger_entry'] },
  // Is given a table by the domain whose it is, as `table: 'patient'`.
  { path: 'server/platform/reencryption.ts', tables: 'all' },
]

export function tablesStayInTheirDomain(sources: Source[]): string[] {
  const code = sources.filter(({ path }) => path.startsWith('server/') && isCode(path) && !isTest(path))
  return code.flatMap((source) => {
    const room = source.path.split('/')[1]
    const exception = exceptions.find(({ path }) => source.path.startsWith(path))?.tables ?? []
    if (exception === 'all') return []
    const mayName = (name: string) => !isTable(name) || ownerOf[name] === room || exception.includes(name)
    return namedTables(source)
      .filter(({ name }) => name === null || !mayName(name))
      .map(({ name, at }) => `${at} names ${name ?? 'a table that no type in this file tells'}: call its domain's verb`)
  })
}

/** Every table that a file's queries name, and where; null for a variable whose type is not in the file. */
function namedTables(source: Source): { name: string | null; at: string }[] {
  const found: { name: string | null; at: string }[] = []
  visit(source, (node) => {
    for (const name of tablesNamedBy(node)) {
      const possible = name === null ? tablesInTypes(source) : [name]
      for (const each of possible.length > 0 ? possible : [null]) found.push({ name: each, at: place(source, node) })
    }
  })
  return found
}

function tablesInTypes(source: Source): string[] {
  const names = new Set<string>()
  visit(source, (node) => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) names.add(toDatabaseName(node.literal.text))
  })
  return [...names].filter(isTable)
}

/** Kysely's methods whose first argument is a table, or tables. */
const tableMethods =
  /^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|truncateTable|\w+Join(Lateral)?|from|using|table)$/

/** The tables that a call or a `sql` text names; null for one given by a variable. */
function tablesNamedBy(node: ts.Node): (string | null)[] {
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
    return wordsOf(node.template).filter(isTable)
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'table' && ts.isStringLiteral(node.initializer))
    return [node.initializer.text]
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name, expression } = node.expression
  if (name.text === 'raw') return node.arguments.flatMap(wordsOf).filter(isTable)
  // Other libraries have methods of these names, too.
  if (!tableMethods.test(name.text)) return []
  if (/^(from|using)$/.test(name.text)) return namesIn(node.arguments[0]).filter((table) => table !== null)
  if (name.text === 'table' && expression.getText() !== 'sql') return []
  return namesIn(node.arguments[0])
}

function namesIn(argument: ts.Expression | undefined): (string | null)[] {
  if (argument === undefined || ts.isArrowFunction(argument)) return []
  if (ts.isArrayLiteralExpression(argument)) return argument.elements.flatMap(namesIn)
  if (ts.isStringLiteralLike(argument)) return [toDatabaseName(argument.text.split(' ')[0] ?? '')]
  // A subquery with a name: what it reads is seen where it is made.
  const isSubquery = ts.isCallExpression(argument) && /\.as\('\w+'\)$/.test(argument.getText())
  return isSubquery ? [] : [null]
}

function wordsOf(node: ts.Node): string[] {
  const words: string[] = []
  const walk = (part: ts.Node) => {
    if (ts.isStringLiteralLike(part) || ts.isTemplateLiteralToken(part)) words.push(...(part.text.match(/\w+/g) ?? []))
    // Placeholders are code of its own, visited apart.
    if (!ts.isTemplateSpan(part)) ts.forEachChild(part, walk)
    else walk(part.literal)
  }
  walk(node)
  return words
}

function isTable(name: string): name is TableName {
  return Object.hasOwn(ownerOf, name)
}
