import type { TableStatementsBuilder } from './dialects.ts'

/** Categories and products, and what the shop shows of them. */
export const buildCatalogueTables: TableStatementsBuilder = ({ byteOrderCollation }) => [
  // A part of the catalogue.
  `create table category (
    id integer primary key,
    name text not null,
    -- The name in lower case, without accents, spaces as underscores: what category links carry
    slug text not null unique,
    position integer not null -- In menus, from 1
  )`,

  // A part of a category.
  `create table subcategory (
    id integer primary key,
    category_id integer not null references category (id),
    name text not null,
    slug text not null,
    position integer not null,
    constraint subcategory_slug unique (category_id, slug)
  )`,

  // What the shop sells, in every branch.
  `create table product (
    id integer primary key,
    sku text not null unique,
    slug text not null unique,
    name text not null,
    brand text not null,
    manufacturer text not null,
    active_ingredient text not null,
    presentation text not null,
    description text not null,
    category_id integer not null references category (id),
    subcategory_id integer not null references subcategory (id),
    kind text not null, -- generico, similar, referencia or nao_medicamento
    prescription_class text not null, -- NA, MIP, RX, RX_RETENCAO_10D, RX_RETENCAO_90D or CONTROLADO
    requires_prescription integer not null,
    is_medicine integer not null,
    -- Takes part in a laboratory discount (PBM): its discount is shown nowhere before the customer opts in
    is_pbm integer not null,
    promo_allowed integer not null, -- RDC 44/2009, art. 54: prescription medicines carry no promotion and no picture
    show_image integer not null,
    sellable_online integer not null,
    discount_type text, -- amount or percent
    discount_value integer, -- Cents when amount, whole percent when percent
    ean text, -- Its bar code
    ggrem text, -- The code of its presentation in the price list of CMED
    anvisa_registration text,
    ceiling_price_cents integer, -- The legal ceiling (PMC, 18 %, São Paulo)
    leaflet_url text,
    search_text text not null, -- What is searched (searchColumns)
    units_sold integer not null default 0, -- In all, by which listings are sorted
    -- The folded name to sort by, in the order of its bytes: the order of a listing must not depend on the database's locale
    name_key text${byteOrderCollation} not null default '',
    -- While it is not null the product cannot be bought; 'forever' of pauses.ts until the operator resumes it
    paused_until text,
    -- RDC 44/2009, art. 54: no discount on what may not be promoted, but the laboratory's, shown after the customer opts in
    constraint product_no_forbidden_promotion check (promo_allowed = 1 or is_pbm = 1 or discount_type is null)
  )`,
  // The columns after the category are for counting filters by an index-only scan.
  'create index product_by_brand on product (brand, category_id, subcategory_id, requires_prescription, kind, id)',
  `create index product_by_ingredient on product
    (active_ingredient, category_id, subcategory_id, requires_prescription, kind, id)`,
  // With the subcategory, so that those before a page are skipped without reading the table.
  'create index product_by_name on product (category_id, name_key, id, subcategory_id)',

  // A picture of a product.
  `create table product_picture (
    product_id integer not null references product (id),
    position integer not null, -- From 1
    -- File name without size and ending: 60-2 stands for 60-2-160.webp and the three larger widths
    picture_key text not null,
    alt text not null,
    constraint product_picture_key primary key (product_id, position)
  )`,

  // A discount for a while. While it is running, the product's discount is this one, and its own waits here.
  `create table promotion (
    product_id integer primary key references product (id),
    discount_type text not null check (discount_type in ('amount', 'percent')),
    discount_value integer not null check (discount_value > 0), -- As the product's
    starts_at text not null,
    ends_at text, -- Null: until somebody takes it away
    is_running integer not null default 0,
    own_discount_type text,
    own_discount_value integer,
    constraint promotion_in_order check (ends_at is null or ends_at > starts_at),
    constraint promotion_percent check (discount_type = 'amount' or discount_value < 100)
  )`,

  // Price and stock of a withdrawn product, for its return; it has no row in `offer`, so no page shows it.
  `create table withdrawn_offer (
    branch_id integer not null references branch (id),
    product_id integer not null references product (id),
    price_cents integer not null,
    stock integer not null,
    constraint withdrawn_offer_key primary key (product_id, branch_id),
    constraint withdrawn_offer_price_positive check (price_cents > 0),
    constraint withdrawn_offer_stock_not_negative check (stock >= 0)
  )`,

  // A banner of the home page, which leads to a category or a product.
  `create table banner (
    id integer primary key,
    title text not null,
    text text not null,
    link_text text not null,
    category_id integer,
    product_id integer,
    position integer not null, -- On the page, from 1
    subcategory_id integer references subcategory (id), -- A part of that category
    picture_key text -- Its own, in the place of its product's
  )`,

  // A request for an e-mail when a branch has a product again.
  `create table stock_notice (
    product_id integer not null references product (id),
    branch_id integer not null references branch (id),
    email text not null, -- Lower case
    asked_at text not null,
    constraint stock_notice_key primary key (product_id, branch_id, email)
  )`,
]
