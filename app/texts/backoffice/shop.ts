import { preventUnitBreaks } from '../format.ts'

const formatContrast = (contrast: number) => `${contrast.toFixed(1).replace('.', ',')} : 1`

/** What the shop tells of itself, and its looks. */
export const shopTexts = {
  title: 'Loja',
  intro: 'O que a loja diz de si: no rodapé de cada página e de cada e-mail.',
  groups: {
    identity: 'Dados da lei',
    contact: 'Contatos',
    licences: 'Farmacêuticos e licenças',
    words: 'Avisos e links',
    money: 'Cashback e lembretes',
    brand: 'Cor da loja',
  },
  fields: {
    name: ['Nome da loja'],
    description: ['Descrição', 'Uma frase, para buscadores e quem recebe um link.'],
    legalName: ['Razão social'],
    cnpj: ['CNPJ da matriz'],
    address: ['Endereço da matriz', 'Em uma linha, com CEP.'],
    city: ['Cidade'],
    phone: ['Telefone'],
    whatsapp: ['WhatsApp', 'Com DDD, como (11) 98765-4321.'],
    email: ['E-mail', 'Para clientes, e para pedidos sobre dados pessoais.'],
    hours: ['Horário no rodapé', 'Uma linha para cada um, como: Seg a sáb 7h-22h.'],
    pharmacistName: ['Farmacêutica(o) responsável'],
    pharmacistCrf: ['CRF', 'Como CRF-SP 12.345.'],
    pharmacistsOnDuty: ['Outros de plantão', 'Um por linha: nome; CRF; horário.'],
    sanitaryLicence: ['Licença sanitária'],
    afe: ['AFE', 'Autorização de funcionamento da Anvisa.'],
    ae: ['AE', 'Autorização especial, de quem tem controlados.'],
    officerName: ['Encarregado dos dados (LGPD)'],
    officerEmail: ['E-mail do encarregado'],
    pharmacistChatUrl: ['Conversa com o farmacêutico', 'Um link, como https://wa.me/5511987654321.'],
    anvisaAlertsUrl: ['Alertas da Anvisa', 'Um link.'],
    careersUrl: ['Trabalhe conosco', 'Um link, ou mailto: e o e-mail.'],
    social: ['Redes sociais', 'Uma por linha: nome e link.'],
    notices: ['Avisos no rodapé', 'Um por linha.'],
    cashbackPercent: [
      'Cashback (%)',
      'Quanto volta à carteira quando o pedido é entregue, de 0 a 20. Medicamentos não participam. Vale para os próximos pedidos.',
    ],
    reminderLeadDays: [
      'Lembrete de recompra (dias antes)',
      'Quantos dias antes de acabar avisamos quem pediu, de 0 a 30. Vazio: 5.',
    ],
    accentColor: [
      'Cor da loja',
      preventUnitBreaks('Como #005431. O texto branco precisa se ler nela: contraste de 4,5\u00a0:\u00a01. Vazio: o verde.'),
    ],
  } as const,
  logo: {
    title: 'Logotipo',
    none: 'Sem logotipo, a loja mostra o nome.',
    fields: {
      logo: [
        'Arquivo',
        'SVG ou PNG, até 1 MB. Dele saem o ícone do navegador e o do celular, que podem levar uma hora para mudar.',
      ],
    },
    save: 'Salvar logotipo',
    remove: 'Tirar logotipo',
    savedMessage: 'Logotipo salvo. Ele já está no topo da loja.',
    removedMessage: 'Logotipo retirado. No topo da loja está o nome.',
  } as const,
  preview: {
    title: 'Como fica',
    show: 'Ver como fica',
    hint: 'Com o logotipo, a cor e os dados como estão salvos.',
    typedHint: 'Como fica com o que você digitou. Nada foi salvo ainda: confira e salve.',
    header: 'No topo de cada página',
    button: 'Botões e links',
    buttonLabel: 'Ver a loja',
    linkLabel: 'Quem somos',
    letter: 'No fim de cada e-mail',
  },
  save: 'Salvar dados da loja',
  savedIn: 'Grava em shop.json.',
  savedMessage: 'Dados da loja salvos. Páginas e e-mails já dizem o novo.',

  /** What is wrong with a field, after its label; of a field with several lines, with the line's number. */
  fault: (label: string, line: number | null, fault: string) =>
    `${label}${line === null ? '' : `, linha ${line}`}: ${fault}`,
  /** In place of the fault of a line's part. */
  lineFaults: {
    pharmacistsOnDuty: 'escreva nome; CRF; horário.',
    social: 'escreva o nome e um link completo, como Instagram https://exemplo.com.br.',
  } as Record<string, string>,
  faults: {
    isEmpty: 'preencha este campo.',
    isNoEmail: 'informe um e-mail válido, como nome@exemplo.com.br.',
    isNoUrl: 'informe um link completo, como https://exemplo.com.br.',
    isNoPhone: 'informe o número com DDD, como (11) 98765-4321.',
    isNoCnpj: 'os dígitos verificadores não conferem.',
    isDemoValue: 'este valor é o da demonstração. Informe o da sua loja.',
    isNoPercent: 'informe um número inteiro de 0 a 20.',
    isNoDayCount: 'informe um número inteiro de 0 a 30.',
    isNoColour: 'informe a cor com seis dígitos, como #005431.',
    isFaint: (colour: string, contrast: number, nearest: string) =>
      `com ${colour} o texto branco não se lê: ${formatContrast(contrast)}, e o mínimo é 4,5 : 1. A mais próxima que serve é ${nearest}.`,
  },
}
