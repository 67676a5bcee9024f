/** `Apresentação: 400 ml.`; nothing where the row says none. */
const tell = (name: string, value: string) => (value ? ` ${name}: ${value}.` : '')

/** Sentences composed from the data in a product's row; never a health claim. What the row leaves empty is left out. */
export const demoCatalogueTexts = {
  medicineDescription: (name: string, activeIngredient: string, presentation: string, manufacturer: string) =>
    `${activeIngredient ? `${name} contém ${activeIngredient.toLowerCase()}.` : `${name}.`}${tell('Apresentação', presentation)}${tell('Fabricante', manufacturer)} Siga a orientação do seu médico ou farmacêutico e leia a bula antes de usar.`,
  otherDescription: (name: string, presentation: string, brand: string, subcategory: string) =>
    `${name}${brand ? `, da marca ${brand}` : ''}.${tell('Apresentação', presentation)} Você encontra este e outros produtos em ${subcategory}. Leia as instruções da embalagem antes de usar.`,
} as const

export const demoBanners = {
  sun: {
    title: 'Proteção solar para todos os dias',
    text: 'Protetores com FPS 50 ou mais, entregues na sua casa.',
    link: 'Ver protetores',
  },
  pressure: {
    title: 'Pressão em dia, sem sair de casa',
    text: 'Monitor de braço com leitura fácil.',
    link: 'Ver monitor',
  },
  shop: {
    title: 'A farmácia do bairro, na sua tela',
    text: 'Entrega grátis e farmacêutico por perto, todos os dias.',
    link: 'Começar as compras',
  },
} as const

/** Names of the demo's own people. */
export const demoStaffNames = { owner: 'Renata Campos', pharmacist: 'Helena Prado', clerk: 'Bruno Tavares' }

export const demoAddressTypes = { home: 'Casa' } as const

/** The demo benefit user's gains: who grants them, and where they may be used. */
export const demoGains = {
  employer: { name: 'Vale-farmácia da Editora Jacarandá', addressType: 'Casa' },
  association: { name: 'Bônus da Associação de Moradores', addressType: 'Casa' },
} as const

export const demoCoupon = { code: 'BEMVINDO10', title: '10% na primeira compra' }

/** The made-up customers of the demo's orders: first and last name, street, neighbourhood, postal code. */
export const demoCustomers = [
  ['Antônio', 'Rezende', 'Rua Treze de Maio', 'Bela Vista', '01327000'],
  ['Luciana', 'Teles', 'Rua Vergueiro', 'Paraíso', '01504001'],
  ['Marina', 'Okada', 'Alameda Ribeirão Preto', 'Bela Vista', '01331001'],
  ['Carlos Eduardo', 'Nunes', 'Rua Pamplona', 'Jardim Paulista', '01405001'],
  ['Sônia Maria', 'Barreto', 'Rua da Consolação', 'Consolação', '01302001'],
  ['Rafael', 'Guimarães', 'Rua Haddock Lobo', 'Cerqueira César', '01414001'],
  ['Beatriz', 'Fontes de Almeida', 'Rua Muniz de Sousa', 'Aclimação', '01534000'],
  ['José Carlos', 'Pimentel', 'Rua da Glória', 'Liberdade', '01510001'],
  ['Tatiane', 'Moura', 'Rua Rui Barbosa', 'Bela Vista', '01326010'],
  ['Paulo Henrique', 'Sato', 'Rua Galvão Bueno', 'Liberdade', '01506000'],
  ['Iracema', 'Duarte', 'Rua Augusta', 'Consolação', '01305000'],
  ['Otávio', 'Brandão', 'Rua Itapeva', 'Bela Vista', '01332000'],
] as const

/** Patient and doctor of each prescription that waits. */
export const demoPrescriptions = [
  ['Carlos Eduardo Nunes', 'Dr. Ricardo Meirelles, CRM-SP 000000'],
  ['Sônia Maria Barreto', 'Dra. Lúcia Sampaio, CRM-SP 000000'],
  ['Rafael Guimarães', 'Dr. Henrique Lopes, CRM-SP 000000'],
] as const

export const demoPromotion = { brand: 'Neutrogena', rule: 'Leve 3, pague 2' }
