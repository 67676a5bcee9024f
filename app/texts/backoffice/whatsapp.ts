import { whatsappTemplates } from '../whatsapp.ts'

type TemplateFields = { readonly [Key in keyof typeof whatsappTemplates]: readonly [label: string, hint: string] }

const templateFields = Object.fromEntries(
  Object.entries(whatsappTemplates).map(([key, { body, button }]) => [
    key,
    [body, button === null ? 'Sem botão.' : `Botão: ${button}.`],
  ]),
) as unknown as TemplateFields

export const whatsappTexts = {
  title: 'WhatsApp',
  intro:
    'Clientes que escolhem são avisados também pelo WhatsApp, com o número do pedido e um link. O que a lei pede por escrito vai sempre por e-mail.',
  disabled:
    'Ainda sem conta: quem cuida do servidor define WHATSAPP_PHONE_ID, WHATSAPP_TOKEN e WHATSAPP_APP_SECRET. Até lá tudo vai por e-mail.',
  callUrl: 'Endereço para cadastrar na Meta',
  verifyToken: 'Token de verificação',
  queueLength: 'Mensagens na fila',
  failuresTitle: 'Últimas mensagens não entregues',
  failureColumns: ['Quando', 'Motivo'],
  noFailures: 'Nenhuma mensagem deixou de ser entregue.',
  failures: {
    '131026': 'O número não recebe mensagens do WhatsApp (131026)',
    '131031': 'A conta da loja está bloqueada na Meta (131031)',
    '131042': 'Há um problema com o pagamento da conta na Meta (131042)',
    '132001': 'O modelo não está cadastrado com esse nome em pt_BR (132001)',
    '132015': 'O modelo está pausado pela Meta (132015)',
    '132016': 'O modelo foi desativado pela Meta (132016)',
    '190': 'O token expirou (190)',
    connection: 'Sem conexão com a Meta',
    limit: 'Limite de mensagens atingido',
    stopped: 'A pessoa não quer mais mensagens',
    unclear: 'Sem resposta da Meta',
    template: 'O modelo está desligado nesta página',
  } as Record<string, string>,
  otherFailure: (code: string) => `Recusada pela Meta${code && ` (${code})`}`,
  templatesTitle: 'Nomes dos modelos na Meta',
  templatesIntro: 'Deixe vazio o que não quer enviar pelo WhatsApp: o aviso vai por e-mail.',
  templateFields,
  invalidTemplateName: 'Use só letras minúsculas, números e _.',
  saveTemplates: 'Salvar modelos',
  templatesSavedMessage: 'Nomes dos modelos salvos.',
  alertsTitle: 'Avisar a loja de pedidos novos',
  alertFields: {
    alertEmail: ['E-mail da loja', 'Vazio: sem e-mail.'],
    alertPhone: ['WhatsApp da loja', 'Vazio: sem WhatsApp. Quem responder PARE não recebe mais.'],
  } as const,
  saveAlert: (branch: string) => `Salvar avisos de ${branch}`,
  alertSavedMessage: 'Avisos da loja salvos.',
}
