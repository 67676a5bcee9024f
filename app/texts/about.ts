import type { ArticleText, PublicProfile } from './article.ts'
import { formatNativeMethods, formatPaymentPhrase } from './payment-methods.ts'

export const buildAboutArticle = (shop: PublicProfile): ArticleText => ({
  title: 'Quem somos',
  intro: `A ${shop.name} leva medicamentos e cuidados de saúde até a porta de casa, com farmacêutico de verdade do outro lado da tela.`,
  sections: [
    {
      title: 'Como trabalhamos',
      body: [
        'Cada pedido sai da loja que atende o seu CEP. São dela o estoque e o preço que você vê, e é ela que separa e entrega.',
        [
          shop.isDeliveryFree
            ? 'Entrega grátis nos CEPs atendidos, com o prazo dito antes da compra.'
            : 'Entrega nos CEPs atendidos, com a taxa e o prazo ditos antes da compra.',
          formatNativeMethods(shop.payment.methods)
            ? `Pagamento ${formatPaymentPhrase(shop.payment.methods)}, confirmado na hora.`
            : 'Pagamento na página segura do nosso parceiro.',
          'Receita conferida por farmacêutico antes de o medicamento sair da loja.',
          'Sem propaganda de medicamentos que exigem receita: você encontra o que procura, sem insistência.',
        ],
      ],
    },
    {
      title: 'Quem responde pela farmácia',
      body: [
        `Responsabilidade técnica: ${shop.pharmacist.name}, ${shop.pharmacist.crf}. Licença sanitária ${shop.sanitaryLicence}. AFE ${shop.afe}.`,
        `${shop.legalName}, CNPJ ${shop.cnpj}, ${shop.address}.`,
      ],
    },
    {
      title: 'Fale com a gente',
      body: [
        `Telefone ${shop.phone}, e-mail ${shop.email}. Horário de atendimento: ${shop.hours.join(', ')}.`,
        'Dúvida sobre um medicamento? Pergunte ao farmacêutico: a orientação é gratuita e não depende de compra.',
      ],
    },
  ],
})

export const buildBenefitArticle = (shop: PublicProfile): ArticleText => ({
  title: 'Benefício corporativo',
  intro: `Com o benefício ${shop.name}, a empresa ajuda a pagar os medicamentos de quem trabalha nela. O saldo aparece na conta de cada pessoa e paga as compras, no todo ou em parte.`,
  sections: [
    {
      title: 'Como funciona',
      body: [
        [
          'A empresa define o valor e envia a lista de quem participa.',
          'Cada pessoa entra na loja com a própria conta e encontra o saldo em “Meu benefício”.',
          'O extrato mostra o que entrou e o que foi usado.',
        ],
      ],
    },
    {
      title: 'O que a empresa não vê',
      body: [
        'A empresa recebe o total usado, e nada além disso. Quais medicamentos foram comprados, receitas e dados de saúde são de quem compra e não são compartilhados (Lei Geral de Proteção de Dados, Lei nº 13.709/2018).',
      ],
    },
    {
      title: 'Leve para a sua empresa',
      body: [
        `Escreva para ${shop.email} ou ligue para ${shop.phone}. Já participa? Entre na sua conta e abra “Meu benefício”.`,
      ],
    },
  ],
})

export const buildHospitalsArticle = (shop: PublicProfile): ArticleText => ({
  title: 'Hospitais e clínicas',
  intro:
    'Abastecemos consultórios, clínicas e hospitais com medicamentos e materiais, com nota fiscal e entrega combinada.',
  sections: [
    {
      title: 'O que oferecemos',
      body: [
        [
          'Cotação por lista: envie os itens e as quantidades, e respondemos com preço e prazo.',
          'Lote e validade informados na nota fiscal.',
          'Entrega programada no endereço da instituição.',
        ],
      ],
    },
    {
      title: 'O que a lei pede',
      body: [
        'Para comprar como instituição são necessários CNPJ, licença sanitária e o registro do responsável técnico. Medicamentos sujeitos a controle especial (Portaria SVS/MS nº 344/1998) não são vendidos pela internet.',
      ],
    },
    {
      title: 'Peça uma cotação',
      body: [`E-mail ${shop.email}, telefone ${shop.phone}. Horário de atendimento: ${shop.hours.join(', ')}.`],
    },
  ],
})
