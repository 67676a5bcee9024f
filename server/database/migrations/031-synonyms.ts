import type { Kysely } from 'kysely'
import { identity } from '../columns.ts'
import type { Engine } from '../connection.ts'

/** Words that mean the same to a search, as the shop writes them; every shop begins with those that were built in. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('synonym')
    .addColumn('id', 'integer', identity(engine))
    .addColumn('words', 'text', (c) => c.notNull())
    .execute()
  await (db as Kysely<{ synonym: { words: string } }>)
    .insertInto('synonym')
    .values(beginning.map((words) => ({ words })))
    .execute()
}

/** Everyday names and well-known brands, none that says what a medicine is good for. */
const beginning = [
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
