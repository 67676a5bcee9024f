import type { Row } from '../../database/schema.ts'

/** What a till's words say of a product that the CMED's list does not have. The owner edits them. */
export type WordRule = Row<'catalogueRule'>

/** `[words, name, subcategory]` by category. */
type RuleList = readonly (readonly [words: string, name: string, subcategory: string])[]

const goods: Record<string, RuleList> = {
  Beleza: [
    ['prot solar', 'Protetor Solar', 'Protetor Solar'],
    ['protetor solar', 'Protetor Solar', 'Protetor Solar'],
    ['shampoo', 'Shampoo', 'Cabelo'],
    ['sh', 'Shampoo', 'Cabelo'],
    ['cond', 'Condicionador', 'Cabelo'],
    ['condicionador', 'Condicionador', 'Cabelo'],
    ['tintura', 'Tintura', 'Cabelo'],
    ['creme pentear', 'Creme para Pentear', 'Cabelo'],
    ['hidratante', 'Hidratante', 'Skincare'],
    ['hidrat', 'Hidratante', 'Skincare'],
    ['serum', 'Sérum', 'Skincare'],
    ['agua micelar', 'Água Micelar', 'Skincare'],
    ['batom', 'Batom', 'Maquiagem'],
    ['esmalte', 'Esmalte', 'Maquiagem'],
    ['base liquida', 'Base Líquida', 'Maquiagem'],
    ['mascara cilios', 'Máscara para Cílios', 'Maquiagem'],
  ],
  'Higiene e Cuidados': [
    ['sabonete', 'Sabonete', 'Banho'],
    ['sab', 'Sabonete', 'Banho'],
    ['sabonete intimo', 'Sabonete Íntimo', 'Higiene Íntima'],
    ['absorvente', 'Absorvente', 'Higiene Íntima'],
    ['abs', 'Absorvente', 'Higiene Íntima'],
    ['desodorante', 'Desodorante', 'Desodorantes'],
    ['desod', 'Desodorante', 'Desodorantes'],
    ['des aer', 'Desodorante Aerossol', 'Desodorantes'],
    ['creme dental', 'Creme Dental', 'Higiene Bucal'],
    ['cr dental', 'Creme Dental', 'Higiene Bucal'],
    ['cr dent', 'Creme Dental', 'Higiene Bucal'],
    ['esc dental', 'Escova Dental', 'Higiene Bucal'],
    ['escova dental', 'Escova Dental', 'Higiene Bucal'],
    ['fio dental', 'Fio Dental', 'Higiene Bucal'],
    ['enxaguante', 'Enxaguante Bucal', 'Higiene Bucal'],
    ['ap barbear', 'Aparelho de Barbear', 'Barbearia'],
    ['apar barbear', 'Aparelho de Barbear', 'Barbearia'],
    ['espuma barbear', 'Espuma de Barbear', 'Barbearia'],
    ['preservativo', 'Preservativo', 'Bem-estar Sexual'],
    ['preserv', 'Preservativo', 'Bem-estar Sexual'],
    ['gel lubrificante', 'Gel Lubrificante', 'Bem-estar Sexual'],
    ['algodao', 'Algodão', 'Algodão e Hastes'],
    ['haste flexivel', 'Hastes Flexíveis', 'Algodão e Hastes'],
    ['hastes flexiveis', 'Hastes Flexíveis', 'Algodão e Hastes'],
    ['cotonete', 'Cotonetes', 'Algodão e Hastes'],
    ['papel higienico', 'Papel Higiênico', 'Banho'],
  ],
  'Mamãe e Bebê': [
    ['fralda', 'Fralda', 'Fraldas'],
    ['frd', 'Fralda', 'Fraldas'],
    ['fralda ger', 'Fralda Geriátrica', 'Fraldas'],
    ['lenco umed', 'Lenços Umedecidos', 'Lenços Umedecidos'],
    ['lencos umedecidos', 'Lenços Umedecidos', 'Lenços Umedecidos'],
    ['lenc umid', 'Lenços Umedecidos', 'Lenços Umedecidos'],
    ['formula infantil', 'Fórmula Infantil', 'Alimentação Infantil'],
    ['mamadeira', 'Mamadeira', 'Alimentação Infantil'],
    ['chupeta', 'Chupeta', 'Alimentação Infantil'],
    ['pomada assaduras', 'Pomada para Assaduras', 'Assaduras'],
    ['pom assad', 'Pomada para Assaduras', 'Assaduras'],
  ],
  'Aparelhos e Testes': [
    ['tiras glic', 'Tiras para Glicemia', 'Glicemia'],
    ['tira glicemia', 'Tiras para Glicemia', 'Glicemia'],
    ['lanceta', 'Lancetas', 'Glicemia'],
    ['termometro', 'Termômetro', 'Termômetros'],
    ['teste gravidez', 'Teste de Gravidez', 'Testes Rápidos'],
    ['teste covid', 'Teste de Covid', 'Testes Rápidos'],
    ['nebulizador', 'Nebulizador', 'Nebulizadores'],
    ['inalador', 'Inalador', 'Nebulizadores'],
    ['aparelho pressao', 'Aparelho de Pressão', 'Pressão Arterial'],
    ['apar pressao', 'Aparelho de Pressão', 'Pressão Arterial'],
    ['curativo', 'Curativo', 'Primeiros Socorros'],
    ['band aid', 'Curativo Band-Aid', 'Primeiros Socorros'],
    ['gaze', 'Gaze', 'Primeiros Socorros'],
    ['esparadrapo', 'Esparadrapo', 'Primeiros Socorros'],
    ['atadura', 'Atadura', 'Primeiros Socorros'],
    ['alcool', 'Álcool', 'Primeiros Socorros'],
    ['mascara desc', 'Máscara Descartável', 'Primeiros Socorros'],
  ],
  'Vitaminas e Suplementos': [
    ['whey', 'Whey Protein', 'Suplementos'],
    ['creatina', 'Creatina', 'Suplementos'],
    ['colageno', 'Colágeno', 'Cabelo, Pele e Unhas'],
    ['omega 3', 'Ômega 3', 'Ômega'],
    ['melatonina', 'Melatonina', 'Sono'],
  ],
}

/** By substance, as the CMED's list names them. Without a match a medicine stands in `otherMedicines`. */
const medicines: Record<string, string> = {
  'Analgésicos e Antitérmicos': 'dipirona, paracetamol, acido acetilsalicilico',
  'Anti-inflamatórios':
    'ibuprofeno, nimesulida, diclofenaco, cetoprofeno, naproxeno, meloxicam, loxoprofeno, prednisona, prednisolona, dexametasona',
  Antialérgicos: 'loratadina, desloratadina, cetirizina, fexofenadina, dexclorfeniramina, hidroxizina',
  Antibióticos:
    'amoxicilina, azitromicina, cefalexina, cefadroxila, cefuroxima, ciprofloxacino, levofloxacino, claritromicina, doxiciclina, metronidazol, nitrofurantoina, norfloxacino, sulfametoxazol',
  Anticoncepcionais: 'levonorgestrel, drospirenona, etinilestradiol, desogestrel, gestodeno',
  Cardiovascular: 'rivaroxabana, clopidogrel, isossorbida, apixabana, varfarina, diosmina',
  Colesterol: 'sinvastatina, rosuvastatina, atorvastatina, ezetimiba, ciprofibrato',
  Dermatológicos: 'cetoconazol, miconazol, betametasona, permetrina, aciclovir, isotretinoina',
  Diabetes:
    'metformina, dapagliflozina, empagliflozina, gliclazida, linagliptina, insulina, semaglutida, liraglutida, tirzepatida, glibenclamida',
  Gastrointestinal:
    'omeprazol, pantoprazol, esomeprazol, simeticona, domperidona, ondansetrona, escopolamina, magaldrato, bromoprida',
  'Gripe e Respiratório': 'salbutamol, budesonida, ambroxol, acetilcisteina, dropropizina, montelucaste, oximetazolina',
  Hipertensão:
    'losartana, enalapril, captopril, anlodipino, hidroclorotiazida, atenolol, metoprolol, olmesartana, valsartana, propranolol, furosemida, espironolactona, carvedilol',
  Labirintite: 'betaistina, dimenidrinato, flunarizina',
  Tireoide: 'levotiroxina, tiamazol',
}

/** Where a medicine stands of which the rules know no more. */
export const otherMedicines = { category: 'Medicamentos', subcategory: 'Outros Medicamentos' }
/** Of those that are not sold online. */
export const controlledMedicines = { category: 'Medicamentos', subcategory: 'Controlados' }

/** With what a shop begins; the owner edits them in the back office. */
export const defaultWordRules: WordRule[] = [
  ...Object.entries(goods).flatMap(([category, rules]) =>
    rules.map(([words, name, subcategory]) => ({ words, name, category, subcategory, isMedicine: false })),
  ),
  ...Object.entries(medicines).flatMap(([subcategory, substances]) =>
    substances
      .split(', ')
      .map((words) => ({ words, name: '', category: otherMedicines.category, subcategory, isMedicine: true })),
  ),
]
