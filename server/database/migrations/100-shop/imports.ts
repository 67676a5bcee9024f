import type { TableStatementsBuilder } from './dialects.ts'

/** Rows of the operator’s files, until the whole file is checked. Without a write-ahead log: a crash ends the import anyway. */
export const buildImportTables: TableStatementsBuilder = ({ unloggedKeyword }) => [
  // A row of an operator's file, valid by itself and staged until the whole file is checked. Categories are given by name.
  `create ${unloggedKeyword}table staged_product (
    import_id text not null, -- Of a run of an import, whose rows nobody else sees
    line integer not null, -- In the file, for messages
    sku text not null,
    slug text not null,
    name text not null,
    brand text not null,
    manufacturer text not null,
    active_ingredient text not null,
    presentation text not null,
    description text not null,
    category text not null,
    subcategory text not null,
    kind text not null,
    prescription_class text not null,
    requires_prescription integer not null,
    is_medicine integer not null,
    is_pbm integer not null,
    promo_allowed integer not null,
    show_image integer not null,
    sellable_online integer not null,
    discount_type text,
    discount_value integer,
    ean text,
    ggrem text,
    anvisa_registration text,
    ceiling_price_cents integer,
    leaflet_url text,
    search_text text not null,
    name_key text not null,
    price_cents integer not null, -- The first values of the columns of offer with the same names, in every branch
    effective_price_cents integer not null,
    discount_percent integer not null,
    pictures text, -- The keys of its pictures, in order, as JSON; null where the row names no pictures
    -- By line: rows are written and published in the file's order
    constraint staged_product_key primary key (import_id, line),
    constraint staged_product_sku unique (import_id, sku),
    constraint staged_product_slug unique (import_id, slug)
  )`,

  // A price, a stock or both, of a product named by SKU, slug or id.
  `create ${unloggedKeyword}table staged_offer (
    import_id text not null,
    line integer not null,
    branch_id integer not null,
    sku text, -- Where the row names its product by this or the slug, its id is looked up once all rows are staged
    slug text,
    product_id integer,
    price_cents integer, -- Null leaves it as it is
    stock integer,
    constraint staged_offer_key primary key (import_id, line),
    constraint staged_offer_price_positive check (price_cents > 0),
    constraint staged_offer_stock_not_negative check (stock >= 0)
  )`,
]
