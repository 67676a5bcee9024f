import type { ArticleText, PublicProfile } from './article.ts'
import { cookiePurposes } from './cookies.ts'
import { formatNativeMethods, formatPaymentPhrase } from './payment-methods.ts'
import { formatRetentionLines } from './retention.ts'

/** Rules of sale: CDC, Decreto 7.962/2013, RDC 44/2009, RDC 471/2021, Portaria 344/1998. */
export const buildTermsArticle = (shop: PublicProfile): ArticleText => ({
  title: 'Termos e Condições',
  intro: `Aqui está o que vale para as compras na ${shop.name}, em palavras simples. Ao finalizar um pedido, você concorda com estes termos.`,
  sections: [
    {
      title: 'Quem vende',
      body: [
        `${shop.legalName}, CNPJ ${shop.cnpj}, ${shop.address}. Telefone ${shop.phone}, e-mail ${shop.email}.`,
        `Responsabilidade técnica: ${shop.pharmacist.name}, ${shop.pharmacist.crf}. Licença sanitária ${shop.sanitaryLicence}. AFE ${shop.afe}.`,
      ],
    },
    {
      title: 'Preços e disponibilidade',
      body: [
        'Preço e estoque são os da loja que atende o seu CEP. Se mudarem entre a sacola e o pedido, mostramos os valores novos antes de você finalizar.',
        'Nenhum medicamento é vendido acima do Preço Máximo ao Consumidor definido pela CMED.',
        'Cupons não valem para medicamentos que exigem receita. O desconto do laboratório só aparece se você pedir e concordar com o envio do seu CPF ao programa: o que ele autorizar vira o preço do item. Onde não consultamos o programa, o desconto é dado na loja.',
      ],
    },
    {
      id: 'receita',
      title: 'Como apresentar a receita',
      body: [
        'Produtos marcados com “Receita” só são vendidos com receita válida. Depois da sacola, a loja pede o envio:',
        [
          'Receita digital, assinada com certificado ICP-Brasil: informe quem a emitiu e o código de validação.',
          'Receita em papel: envie uma foto nítida ou um PDF, com nome do paciente, medicamento, dose, data, assinatura e registro do profissional. O original é conferido na entrega e recolhido quando a lei exige.',
        ],
        'Se preferir, envie primeiro a receita em “Orçar receita”, na sua conta: o farmacêutico monta a sacola, e você confere e paga.',
        'Antimicrobianos têm receita válida por 10 dias e retenção obrigatória (RDC nº 471/2021); medicamentos à base de análogos de GLP-1, 90 dias, também com retenção.',
        'Um farmacêutico confere cada receita antes de o pedido sair. Se ela não puder ser aceita, avisamos o motivo, cancelamos o pedido e devolvemos o valor inteiro.',
        'Medicamentos sujeitos a controle especial (Portaria SVS/MS nº 344/1998) não são vendidos pela internet.',
      ],
    },
    {
      title: formatNativeMethods(shop.payment.methods)
        ? `Pagamento ${formatPaymentPhrase(shop.payment.methods)}`
        : 'Pagamento',
      body: [
        ...listPaymentTerms(shop),
        'Saldos de benefício e da carteira também pagam, no todo ou em parte. Se o pedido for cancelado, expirar ou for reembolsado, eles voltam na mesma hora.',
        'Quando um pedido é entregue, 1% do que você pagou volta para a sua carteira. Medicamentos não participam: a lei não permite pontos nem vantagens na compra deles (RDC nº 96/2008).',
        'Antes de finalizar, um resumo mostra tudo o que será cobrado, e você pode corrigir. A confirmação chega por e-mail.',
      ],
    },
    {
      title: 'Entrega',
      body: [
        `${shop.isDeliveryFree ? 'A entrega é grátis nos CEPs atendidos.' : 'A taxa da entrega aparece no resumo, antes da compra.'} O prazo depende da loja e aparece quando você informa o CEP. Pedidos feitos com a loja fechada são entregues a partir da abertura seguinte; em algumas regiões a entrega é programada. Quem prefere retira na loja, sem taxa.`,
        'Confira a embalagem ao receber. Havendo avaria ou produto errado, recuse ou fale com a gente: trocamos ou devolvemos o valor.',
      ],
    },
    {
      id: 'arrependimento',
      title: 'Arrependimento em até 7 dias',
      body: [
        'Você pode desistir da compra em até 7 dias depois de receber o pedido, sem dizer o motivo (art. 49 do Código de Defesa do Consumidor). Basta avisar pelo mesmo canal da compra, por telefone ou por e-mail.',
        'Devolvemos todo o valor pago, pelo mesmo meio do pagamento, sem custo para você. Por segurança sanitária, medicamentos devolvidos não voltam à venda.',
      ],
    },
    {
      title: 'Uso responsável',
      body: [
        'As informações da loja não substituem a consulta. Leia a bula, evite a automedicação e fale com o farmacêutico: a orientação é gratuita. Se os sintomas persistirem, procure um médico.',
        'Efeitos inesperados podem ser comunicados a nós ou diretamente à Anvisa, pelo VigiMed.',
      ],
    },
    {
      title: 'Sua conta',
      body: [
        'Guarde bem a sua senha e mantenha seus dados corretos. Você pode corrigir seus dados ou excluir a conta quando quiser, em “Meu perfil”.',
      ],
    },
    {
      title: 'Dúvidas e conflitos',
      body: [
        `Primeiro fale com a gente: ${shop.phone} ou ${shop.email}. Você também pode procurar o Procon ou o consumidor.gov.br. Vale a lei brasileira, e o foro é o da sua cidade.`,
      ],
    },
  ],
})

function formatDataProtectionOfficer({ dataProtectionOfficer: officer, email, address }: PublicProfile): string {
  if (!officer) return `Fale com o encarregado de dados por ${email} ou no endereço ${address}.`
  return `A pessoa encarregada pelos seus dados é ${officer.name}: escreva para ${officer.email} ou para o endereço ${address}.`
}

/** LGPD (Lei 13.709/2018), art. 9: what is stored, why, for how long, with whom it is shared, and the customer's rights. */
export const buildPrivacyPolicyArticle = (shop: PublicProfile): ArticleText => ({
  title: 'Política de privacidade',
  intro: `A ${shop.name} pede só os dados de que precisa para atender você e cumprir a lei, e não vende dados a ninguém.`,
  sections: [
    {
      title: 'Quem cuida dos seus dados',
      body: [`${shop.legalName}, CNPJ ${shop.cnpj}, é a controladora. ${formatDataProtectionOfficer(shop)}`],
    },
    {
      title: 'O que guardamos e por quê',
      body: [
        [
          'Cadastro (nome, e-mail, telefone, data de nascimento se você informar): para criar a conta e atender pedidos (execução de contrato).',
          'Endereços e CEP: para mostrar preço e estoque da sua região e entregar (execução de contrato).',
          'Pedidos e pagamentos: para entregar, emitir documentos fiscais e atender garantias (contrato e obrigação legal). Não guardamos dados de cartão.',
          'Receitas e dados de pacientes: são dados sensíveis de saúde. Servem só para a conferência do farmacêutico e para a guarda que a lei exige (obrigação legal e tutela da saúde). Ficam criptografados, e cada consulta fica registrada.',
          'CPF: só quando você pede o desconto do laboratório e concorda (consentimento). Não é exigido para comprar.',
          'Registros de acesso (data, hora, endereço IP e porta, e a conta de quem entrou): guardados por 6 meses, sob sigilo, como manda o Marco Civil da Internet (art. 15). Ficam criptografados, cada consulta a eles fica registrada, e nem a exclusão da conta os apaga antes.',
          'Estatísticas de visita: só se você permitir, e nunca com nome de medicamento, palavras buscadas, CPF ou e-mail.',
        ],
      ],
    },
    {
      title: 'Com quem compartilhamos',
      body: [
        `Com quem processa o pagamento (valor e número do pedido, sem nomes de produtos), com quem entrega (nome, endereço e telefone), com o programa do laboratório quando você pede o desconto, e com autoridades quando a lei obriga.`,
      ],
    },
    {
      title: 'Por quanto tempo',
      body: [
        [
          ...formatRetentionLines(shop.retention),
          'Sacola, no seu aparelho: 30 dias. CEP escolhido, no seu aparelho: 180 dias.',
        ],
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      body: [
        'Usamos só cookies próprios, para a loja funcionar:',
        Object.values(cookiePurposes),
        'Não há cookies de publicidade nem de terceiros.',
      ],
    },
    {
      title: 'Seus direitos',
      body: [
        'Você pode confirmar o que temos, acessar, corrigir, levar seus dados, pedir a exclusão, saber com quem foram compartilhados e retirar um consentimento (art. 18 da LGPD). Escreva para o encarregado: respondemos em até 15 dias.',
        'A conta pode ser excluída por você mesmo, em “Meu perfil”: os dados são anonimizados, e fica só o mínimo que a lei manda guardar. Se não ficar satisfeito, procure a ANPD.',
      ],
    },
    {
      title: 'Segurança',
      body: [
        'A conexão é criptografada, senhas são guardadas de forma que nem nós conseguimos lê-las, e só quem precisa de um dado para trabalhar tem acesso a ele. Se houver um incidente com risco para você, avisaremos você e a ANPD.',
      ],
    },
  ],
})

function listPaymentTerms({ payment: { methods, paymentTimeoutMinutes } }: PublicProfile): string[] {
  const waitText = `O pedido espera o pagamento por ${paymentTimeoutMinutes} minutos; passado esse tempo, ele expira e nada é cobrado.`
  if (methods.includes('external'))
    return [
      `Depois de finalizar, você paga na página do nosso parceiro de pagamentos. ${waitText} Se o pagamento chegar depois do prazo, o valor é devolvido pelo mesmo meio.`,
    ]
  const pixText =
    'Por Pix, você recebe um código com o valor do pedido. Se um Pix chegar depois do prazo, o valor é devolvido à conta de onde veio.'
  const cardText =
    'Por cartão de crédito, você digita os dados na página segura do Mercado Pago: o número não passa pela farmácia. Um pagamento em análise que seja aprovado depois do prazo é devolvido no cartão.'
  return [
    `Depois de finalizar, você paga ${formatPaymentPhrase(methods)}. ${waitText}`,
    ...(methods.includes('pix') ? [pixText] : []),
    ...(methods.includes('card') ? [cardText] : []),
  ]
}
