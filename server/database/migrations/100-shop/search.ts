import type { Engine } from '../../connection.ts'
import type { TableStatementsBuilder } from './dialects.ts'

/** What a search looks into, and what it and the listings remember of the catalogue. */
export const buildSearchTables: TableStatementsBuilder = ({ identityType, engine }) => [
  // Every word of the catalogue, for correcting misspelt ones.
  `create table search_word (
    word text primary key,
    spelling text not null, -- As the catalogue writes it, with accents
    products integer not null, -- How many products contain it
    ingredient text -- Of a brand: the words of the active ingredient that all its products have
  )`,

  // Words that mean the same to a search.
  `create table synonym (
    id ${identityType},
    -- As the shop writes them, with commas between them: preservativo, camisinha. No word is in two groups
    words text not null
  )`,
  `insert into synonym (words) values ${synonyms.map((words) => `('${words}')`).join(', ')}`,

  // A search that found nothing, counted without who searched.
  `create table empty_search (
    day text not null, -- yyyy-MM-dd in São Paulo
    words text not null, -- Folded, 60 characters at most
    times integer not null,
    constraint empty_search_key primary key (day, words)
  )`,

  // One row, id 1; the version grows whenever the catalogue or the synonyms change, which invalidates the caches of the older one.
  `create table catalogue_version (
    id integer primary key,
    version integer not null
  )`,

  // How many products a listing without filters has of each kind. Category or subcategory 0 stands for all.
  `create table facet_count (
    branch_id integer not null,
    category_id integer not null,
    subcategory_id integer not null,
    facet text not null, -- all, brand, ingredient, kind, offer or free
    position integer not null, -- From 1, the most frequent value first
    value text not null,
    products integer not null,
    primary key (branch_id, category_id, subcategory_id, facet, position)
  )`,
  ...searchIndexStatementsByEngine[engine],
]

/**
 * The search table's row numbers, in the order in which candidates are cut off: best sellers first (by the number of digits
 * of the units sold, so that few sales move a row), then by id, which is the lower 32 bits.
 */
const buildRowidSql = (product: string) => `((20 - length(${product}.units_sold)) << 32 | ${product}.id)`

const searchIndexStatementsByEngine: Record<Engine, string[]> = {
  sqlite: [
    `create virtual table product_search using fts5(search_text, content='', contentless_delete=1, tokenize='ascii', prefix='2 3 4', detail=none)`,
    `create trigger product_search_inserted after insert on product begin
    insert into product_search (rowid, search_text) values (${buildRowidSql('new')}, new.search_text);
  end`,
    `create trigger product_search_deleted after delete on product begin
    delete from product_search where rowid = ${buildRowidSql('old')};
  end`,
    `create trigger product_search_updated after update of search_text, units_sold on product
    when old.search_text <> new.search_text or length(old.units_sold) <> length(new.units_sold) begin
    delete from product_search where rowid = ${buildRowidSql('old')};
    insert into product_search (rowid, search_text) values (${buildRowidSql('new')}, new.search_text);
  end`,
  ],
  postgres: [
    `alter table product
    add column search_vector tsvector generated always as (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) stored,
    add column search_row bigint generated always as ((20 - length(units_sold::text))::bigint << 32 | id) stored`,
    'create index product_by_words on product using gin (search_vector)',
    // Has every column that a search reads, for index-only scans. The catalogue keeps its rows below PostgreSQL's limit of
    // 2,704 bytes (`buildSearchColumns`, `areNamesTooLong`).
    `create index product_by_search_row on product (search_row) include (search_vector, search_text, id, name_key, brand,
    active_ingredient, kind, requires_prescription, units_sold, category_id, subcategory_id)`,
  ],
}

/** Everyday names and well-known brands, none that says what a medicine is good for. */
const synonyms = [
  'AAS, ácido acetilsalicílico, acetilsalicílico, aspirina, aspirinha, ass',
  'absorvente, modess',
  'acetilcisteína, Fluimucil',
  'aerossol doses, bombinha, bombinha de asma',
  'antialérgicos, antialérgico',
  'anticoncepcionais, anticoncepcional, pílula',
  'aparelho de barbear, aparelho de barba',
  'atorvastatina, Lipitor',
  'autoteste de covid, teste de covid, teste covid',
  'clonazepam, Rivotril',
  'creme dental, creme de dente, gel dental, pasta de dente, pasta dental',
  'creme para assaduras, pomada de assadura, pomada para assadura',
  'diclofenaco, Voltaren',
  'escitalopram, Lexapro',
  'fita micropore, micropore, esparadrapo, esparadrapo micropore',
  'fórmula infantil, leite em pó infantil',
  'furosemida, Lasix',
  'Gillette, gilete',
  'glicemia, glicosímetro',
  'inalador, aparelho de inalação',
  'isotretinoína, Roacutan',
  'levonorgestrel 1,5 mg, dia seguinte, pílula do dia seguinte, Postinor',
  'losartana, Cozaar',
  'máscara de cílios, rímel',
  'metformina, Glifage',
  'monitor de pressão, aparelho de medir pressão, aparelho de pressão, medidor de pressão',
  'NAN fórmula infantil, leite NAN',
  'nimesulida, Nisulid',
  'preservativo, camisinha, camisinhas',
  'sal de fruta, Sonrisal',
  'sertralina, Zoloft',
  'shampoo, xampu',
  'sinvastatina, Zocor',
  'teste de gravidez, teste de farmácia',
  'tiras de glicemia, fita de glicose, tira de glicose',
  'zolpidem, Stilnox',
]
