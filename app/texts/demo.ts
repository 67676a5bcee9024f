/** Sentences of the demo catalogue, composed from the data in a product's row; never a health claim. */
export const demoCatalogue = {
  medicine: (name: string, activeIngredient: string, presentation: string, manufacturer: string) =>
    `${name} contém ${activeIngredient.toLowerCase()}. Apresentação: ${presentation}. Fabricante: ${manufacturer}. Siga a orientação do seu médico ou farmacêutico e leia a bula antes de usar.`,
  other: (name: string, presentation: string, brand: string, subcategory: string) =>
    `${name}, da marca ${brand}. Apresentação: ${presentation}. Você encontra este e outros produtos em ${subcategory}. Leia as instruções da embalagem antes de usar.`,
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
    link: 'Ver ofertas do dia',
  },
} as const

export const demoAddressTypes = { home: 'Casa' } as const

/** The demo benefit user's gains: who grants them, and where they may be used. */
export const demoGains = {
  employer: { name: 'Vale-farmácia da Editora Jacarandá', place: 'Casa' },
  association: { name: 'Bônus da Associação de Moradores', place: 'Casa' },
} as const

export const demoCoupon = { code: 'BEMVINDO10', title: '10% na primeira compra' }
