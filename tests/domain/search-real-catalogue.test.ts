import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assembleCatalogue } from '../../server/catalogue/assembly/assemble-catalogue.ts'
import { readTillFile } from '../../server/catalogue/assembly/till-file.ts'
import type { CmedMedicine } from '../../server/catalogue/import/cmed-list.ts'
import { buildReservedUnitsQuery } from '../../server/orders/reserved-units.ts'
import { eanOf } from '../support/month-files.ts'
import { openTestShop } from '../support/shop.ts'

// A pharmacy's whole catalogue: generics and goods of many makers as its till writes them, and the brands that it does not have.

/** `[trade name, substance as the CMED writes it]`: the shop has the generics alone. */
const medicines: [tradeName: string, substance: string][] = [
  ['VIAGRA', 'CITRATO DE SILDENAFILA'],
  ['CIALIS', 'TADALAFILA'],
  ['LEXAPRO', 'OXALATO DE ESCITALOPRAM'],
  ['ZOLOFT', 'CLORIDRATO DE SERTRALINA'],
  ['PROZAC', 'CLORIDRATO DE FLUOXETINA'],
  ['LIPITOR', 'ATORVASTATINA CÁLCICA'],
  ['NEXIUM', 'ESOMEPRAZOL MAGNÉSICO TRI-HIDRATADO'],
  ['SINGULAIR', 'MONTELUCASTE DE SÓDIO'],
  ['ZYRTEC', 'DICLORIDRATO DE CETIRIZINA'],
  ['CLARITIN', 'LORATADINA'],
  ['ALLEGRA', 'CLORIDRATO DE FEXOFENADINA'],
  ['FLAGYL', 'METRONIDAZOL'],
  ['BACTRIM', 'SULFAMETOXAZOL;TRIMETOPRIMA'],
  ['ZOVIRAX', 'ACICLOVIR'],
  ['ZOLTEC', 'FLUCONAZOL'],
  ['LASIX', 'FUROSEMIDA'],
  ['ALDACTONE', 'ESPIRONOLACTONA'],
  ['CAPOTEN', 'CAPTOPRIL'],
  ['RENITEC', 'MALEATO DE ENALAPRIL'],
  ['NORVASC', 'BESILATO DE ANLODIPINO'],
  ['SELOZOK', 'SUCCINATO DE METOPROLOL'],
  ['CONCOR', 'HEMIFUMARATO DE BISOPROLOL'],
  ['XARELTO', 'RIVAROXABANA'],
  ['PLAVIX', 'BISSULFATO DE CLOPIDOGREL'],
  ['FORXIGA', 'DAPAGLIFLOZINA'],
  ['JARDIANCE', 'EMPAGLIFLOZINA'],
  ['GALVUS', 'VILDAGLIPTINA'],
  ['CATAFLAM', 'DICLOFENACO POTÁSSICO'],
  ['FELDENE', 'PIROXICAM'],
  ['TORAGESIC', 'TROMETAMOL CETOROLACO'],
  ['PLASIL', 'CLORIDRATO DE METOCLOPRAMIDA'],
  ['MOTILIUM', 'DOMPERIDONA'],
  ['ANNITA', 'NITAZOXANIDA'],
  ['ZENTEL', 'ALBENDAZOL'],
  ['REVECTINA', 'IVERMECTINA'],
  ['METICORTEN', 'PREDNISONA'],
  ['DECADRON', 'DEXAMETASONA'],
  ['POLARAMINE', 'MALEATO DE DEXCLORFENIRAMINA'],
  ['YASMIN', 'DROSPIRENONA;ETINILESTRADIOL'],
  ['CERAZETTE', 'DESOGESTREL'],
  ['EUTHYROX', 'LEVOTIROXINA SÓDICA'],
  ['TANDRILAX', 'CARISOPRODOL;DICLOFENACO SÓDICO;PARACETAMOL;CAFEÍNA'],
  ['KEFLEX', 'CEFALEXINA MONOIDRATADA'],
  ['CIPRO', 'CLORIDRATO DE CIPROFLOXACINO'],
  ['AMOXIL', 'AMOXICILINA TRI-HIDRATADA'],
  ['LOSEC', 'OMEPRAZOL'],
  ['ATROVENT', 'BROMETO DE IPRATRÓPIO'],
  ['MUCOSOLVAN', 'CLORIDRATO DE AMBROXOL'],
  ['BUSCOPAN', 'BUTILBROMETO DE ESCOPOLAMINA'],
  ['NIZORAL', 'CETOCONAZOL'],
]
const laboratories = [
  'EMS',
  'MEDLEY',
  'TEUTO',
  'EUROFARMA',
  'ACHÉ',
  'CIMED',
  'NEO QUÍMICA',
  'PRATI',
  'GERMED',
  'BIOLAB',
]
const packs = [
  '5 MG, 10 COMPRIMIDOS',
  '10 MG, 20 COMPRIMIDOS',
  '20 MG, 28 COMPRIMIDOS',
  '40 MG, 30 COMPRIMIDOS',
  '50 MG, 60 COMPRIMIDOS',
  '100 MG, 30 CÁPSULAS',
]
const goods: [kind: string, brands: string[], sizes: string[]][] = [
  [
    'SHAMPOO',
    ['CLEAR MEN', 'PANTENE RESTAURACAO', 'SEDA CERAMIDAS', 'DOVE RECONSTRUCAO', 'HEAD SHOULDERS MENTA'],
    ['200ML', '325ML', '400ML'],
  ],
  ['COND', ['PANTENE RESTAURACAO', 'SEDA CERAMIDAS', 'DOVE RECONSTRUCAO'], ['175ML', '325ML']],
  ['FRALDA', ['PAMPERS CONFORT', 'HUGGIES SUPREME', 'MAMYPOKO', 'BABYSEC'], ['P 40UN', 'M 36UN', 'G 32UN', 'XG 28UN']],
  ['FRALDA GER', ['BIGFRAL PLUS', 'TENA SLIP', 'PLENITUD'], ['M 8UN', 'G 8UN', 'XG 7UN']],
  ['CREME DENTAL', ['COLGATE TRIPLA ACAO', 'SENSODYNE REPAIR', 'ORAL B 3D WHITE', 'CLOSEUP'], ['70G', '90G', '180G']],
  ['ESC DENTAL', ['CURAPROX 5460', 'ORAL B INDICATOR', 'COLGATE SLIM SOFT'], ['1UN', '2UN']],
  ['FIO DENTAL', ['HILLO', 'ORAL B SATIN', 'COLGATE TOTAL'], ['25M', '50M']],
  ['ENXAGUANTE', ['LISTERINE COOL MINT', 'COLGATE PLAX', 'CEPACOL'], ['250ML', '500ML', '1L']],
  ['DESOD', ['REXONA MEN AER', 'NIVEA BLACK WHITE AER', 'DOVE ORIGINAL AER', 'MONANGE'], ['50ML', '150ML']],
  ['SABONETE', ['DOVE ORIGINAL', 'PROTEX AVEIA', 'GRANADO GLICERINA', 'PHEBO ODOR ROSAS'], ['85G', '90G', '250ML']],
  ['SABONETE INTIMO', ['DERMACYD', 'INTIMUS', 'LUCRETIN'], ['200ML']],
  ['ABSORVENTE', ['ALWAYS NOTURNO', 'INTIMUS SUAVE', 'SEMPRE LIVRE'], ['8UN', '16UN', '32UN']],
  [
    'PROTETOR SOLAR',
    ['NIVEA SUN FPS50', 'SUNDOWN PRAIA FPS30', 'ANTHELIOS AIRLICIUM FPS60', 'EPISOL COLOR FPS30'],
    ['50G', '120ML', '200ML'],
  ],
  ['HIDRATANTE', ['CERAVE', 'NIVEA MILK', 'NEUTROGENA BODY', 'GRANADO BEBE'], ['200ML', '400ML', '473ML']],
  ['LENCO UMED', ['HUGGIES', 'PAMPERS', 'JOHNSONS'], ['48UN', '96UN']],
  ['TINTURA', ['KOLESTON 60', 'IMEDIA 77', 'COR TON 40'], ['1UN']],
  ['PRESERVATIVO', ['JONTEX SENSITIVE', 'PRUDENCE', 'OLLA'], ['3UN', '12UN']],
  ['TERMOMETRO', ['GTECH DIGITAL', 'OMRON'], ['1UN']],
  ['APARELHO PRESSAO', ['OMRON 7113', 'GTECH PULSO'], ['1UN']],
  ['TIRAS GLIC', ['ACCU CHEK ACTIVE', 'ONE TOUCH SELECT', 'GTECH FREE'], ['25UN', '50UN']],
  ['TESTE GRAVIDEZ', ['CONFIRME', 'CLEARBLUE'], ['1UN']],
  ['CURATIVO', ['NEXCARE', 'SALVELOX'], ['10UN', '40UN']],
  ['ALGODAO', ['APOLO BOLA', 'CREMER'], ['50G', '100G']],
  ['MAMADEIRA', ['AVENT', 'KUKA', 'LILLO'], ['240ML', '330ML']],
  ['CHUPETA', ['NUK', 'LILLO'], ['1UN']],
  ['POMADA ASSADURAS', ['HIPOGLOS', 'BEPANTOL BABY', 'DESITIN'], ['30G', '60G', '90G']],
  ['FORMULA INFANTIL', ['NAN COMFOR 1', 'APTAMIL 2', 'NESTOGENO 1'], ['400G', '800G']],
  ['ESMALTE', ['RISQUE NUDE', 'COLORAMA VERMELHO'], ['8ML']],
]

/** What people type, and what one of the first five has to be. */
const queries: [query: string, right: RegExp][] = [
  // Brands that the shop does not have.
  ...medicines.map(([tradeName, substance]): [string, RegExp] => [
    tradeName.toLowerCase(),
    new RegExp(mainWordOf(substance), 'i'),
  ]),
  // The same misspelt, or with a strength.
  ['viagara', /sildenafila/i],
  ['lexapro 10mg', /escitalopram.*10mg/i],
  ['xarelto 20', /rivaroxabana.*20mg/i],
  ['alegra', /fexofenadina/i],
  ['zirtec', /cetirizina/i],
  ['polaramini', /dexclorfeniramina/i],
  ['mucosolvam', /ambroxol/i],
  // Substances, by ear.
  ['sildenafil', /sildenafila/i],
  ['ecitalopram', /escitalopram/i],
  ['sertralina 50', /sertralina.*50mg/i],
  ['fluoxetina 20 mg', /fluoxetina.*20mg/i],
  ['loratadina ems', /loratadina.*EMS/i],
  ['ivermequitina', /ivermectina/i],
  ['prednizona', /prednisona/i],
  ['captropil', /captopril/i],
  ['enalapril 10mg', /enalapril.*10mg/i],
  // Goods, in people's words.
  ['shampoo clear', /shampoo clear/i],
  ['xampu pantene', /shampoo pantene/i],
  ['condicionador seda', /condicionador seda/i],
  ['fralda xg pampers', /fralda pampers.*xg/i],
  ['fralda geriatrica g', /fralda geri[aá]trica.* g /i],
  ['bigfral', /bigfral/i],
  ['pasta de dente sensodyne', /sensodyne/i],
  ['escova curaprox', /curaprox/i],
  ['fio dental', /fio dental/i],
  ['listerine 500ml', /listerine.*500/i],
  ['desodorante rexona', /rexona/i],
  ['sabonete dove', /sabonete dove/i],
  ['sabonete intimo', /sabonete [ií]ntimo/i],
  ['absorvente noturno', /absorvente.*noturno/i],
  ['protetor solar fps 50', /protetor solar.*fps ?50/i],
  ['anthelios', /anthelios/i],
  ['cerave', /cerave/i],
  ['lenço umedecido huggies', /len[cç]os.*huggies/i],
  ['koleston 60', /koleston 60/i],
  ['camisinha', /preservativo/i],
  ['termometro', /term[oô]metro/i],
  ['aparelho de pressao omron', /press[aã]o.*omron/i],
  ['fita glicemia accu chek', /accu ?-?chek/i],
  ['teste de gravidez', /teste de gravidez/i],
  ['hipoglos', /hip[oó]gl[oó]s/i],
  ['nan comfor', /nan comfor/i],
  ['mamadeira avent', /mamadeira avent/i],
  ['chupeta nuk', /chupeta nuk/i],
  ['esmalte risque', /esmalte risqu/i],
  ['nivea sun', /nivea sun/i],
  ['fralda babysec m', /fralda babysec.* m /i],
  ['algodao bola', /algod[aã]o.*bola/i],
  ['anticoncepcional yasmin', /drospirenona/i],
  ['remedio para pressao losartana', /losartana/i],
  ['dipirona gotas', /dipirona.*gotas/i],
]

function mainWordOf(substance: string): string {
  const [first = ''] = substance.split(';')
  const words = first.replace(/^.* DE (?!S[ÓO]DIO)/, '').split(' ')
  return (words.find((word) => !/TROMETAMOL/.test(word)) ?? '').toLowerCase().replace(/[áâ]/g, '[áâa]')
}

function medicineOf(number: number, changes: Partial<CmedMedicine>): CmedMedicine {
  return {
    line: number,
    ggrem: `5${String(number).padStart(14, '0')}`,
    registration: `1${String(number).padStart(12, '0')}`,
    eans: [eanOf(number)],
    substance: '',
    laboratory: '',
    product: '',
    presentation: '',
    therapeuticClass: '',
    productType: 'Genérico',
    stripe: 'Tarja Vermelha',
    priceRegime: 'Regulado',
    isGeneric: true,
    isIcmsFree: false,
    isForHospitals: false,
    ceilings: { '18 %': 50_000 },
    ...changes,
  }
}

/** Every substance from every laboratory in every pack, in three batches of bar codes, and the goods in each size. */
function makeFiles() {
  const generics = medicines.flatMap(([, substance]) =>
    laboratories.flatMap((laboratory) =>
      packs.flatMap((presentation) => [0, 1, 2].map(() => ({ substance, laboratory, presentation }))),
    ),
  )
  const list = [
    ...generics.map((pack, number) => medicineOf(number, { ...pack, product: pack.substance.replaceAll(';', ' + ') })),
    ...medicines.map(([product, substance], index) =>
      medicineOf(90_000 + index, {
        product,
        substance,
        presentation: packs[0] ?? '',
        productType: 'Novo',
        isGeneric: false,
      }),
    ),
  ]
  const goodsLines = goods.flatMap(([kind, brands, sizes]) =>
    brands.flatMap((brand) => sizes.map((size) => `${kind} ${brand} ${size}`)),
  )
  const lines = [
    ...generics.map(
      ({ substance }, number) =>
        `${eanOf(number)};${substance.replaceAll(';', ' ')} GEN;${10 + (number % 40)},90;${number % 4}`,
    ),
    ...goodsLines.map((name, index) => `${eanOf(80_000 + index)};${name};19,90;${5 + (index % 7)}`),
  ]
  return { list, lines }
}

test('of a hundred queries in a catalogue of 8,000 products at least 95 find the right one among the first five', async () => {
  const { ctx, catalogue } = await openTestShop()
  const { list, lines } = makeFiles()
  const file = join(await mkdtemp(join(tmpdir(), 'till-')), 'caixa.csv')
  await writeFile(file, ['EAN;DESCRICAO;PRECO;ESTOQUE', ...lines].join('\n'))
  const cmedList = { publishedOn: '2026-11-10', rates: ['18 %'], medicines: list }
  const { countByList } = await assembleCatalogue(
    ctx,
    buildReservedUnitsQuery,
    await readTillFile(file, null),
    cmedList,
    {
      branchId: 1,
      branches: [],
    },
  )
  expect(countByList.ready + countByList.byRule).toBeGreaterThan(8000)
  const missed: string[] = []
  const soldOutFirst: string[] = []
  for (const [search, right] of queries) {
    const { products } = await catalogue.listProducts(1, { search })
    const names = products.slice(0, 5).map(({ name }) => name)
    if (!names.some((name) => right.test(name))) missed.push(`${search}: ${names.join(' | ')}`)
    const firstSoldOut = products.findIndex(({ stock }) => stock === 0)
    if (firstSoldOut >= 0 && firstSoldOut < 5 && products.slice(firstSoldOut).some(({ stock }) => stock > 0))
      soldOutFirst.push(search)
  }
  expect(queries.length).toBeGreaterThanOrEqual(100)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(5)
  expect(soldOutFirst).toEqual([])
})
