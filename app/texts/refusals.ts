import { tillColumnNames } from './backoffice/import.ts'
import { type CeilingValues, formatCeiling } from './ceilings.ts'
import { componentTexts } from './components.ts'
import { atHour, formatTime } from './dates.ts'
import { fieldErrors } from './fields.ts'
import { formatDay, formatMoney, formatNumber } from './format.ts'
import { limits } from './limits.ts'
import { orderStatusLabels } from './orders.ts'
import { errorTexts } from './pages.ts'
import { prescriptionRefusals } from './prescription-refusals.ts'

const tryLaterMessage = 'Não foi possível concluir sua solicitação, tente novamente mais tarde.'

/** Whose attempts a limit counts: a network's, which many people may share, or a mailbox's codes, for which others may have asked. */
export type LimitScope = 'network' | 'mailbox'

export interface RefusalValues {
  /** Pixels of a picture. */
  width: number
  height: number
  product: string | undefined
  retryAfterSeconds: number
  scope?: LimitScope
  /** When a code was mailed. */
  sentAt: Date
  /** What of a retained prescription's record cannot be read. */
  fact: 'age' | 'sex' | 'registration' | 'sncr'
  /** Days a prescription is valid. */
  days: number
  /** The day that a prescription was issued, yyyy-MM-dd. */
  day: string
  /** Pages a PDF may have. */
  pages: number
  /** The order that is in the way. */
  orderId: number | undefined
  /** How many there may be. */
  max: number
  units: number
  /** The street of a postal code, where it is known. */
  street: string | undefined
  /** An amount. */
  cents: number
  /** The days of two lists, yyyy-MM-dd. */
  publishedOn: string | null
  storedOn: string
  /** Of a file. */
  column: string
  /** What a price may be at most. */
  ceiling: CeilingValues
  /** What the order would come to, and its prices by unit, beside those that were shown. */
  totalCents: number
  prices: { productId: number; name: string; expectedCents: number | null; priceCents: number }[]
  /** Of a file. */
  line: number
  /** Columns of a file: those it lacks, those nobody knows, those that stand twice. */
  missing: string[]
  unknown: string[]
  duplicates: string[]
  /** What was typed: a synonym, a coupon's code. */
  word: string
  /** Synonyms that mean the same. */
  group: string[]
  /** What is wrong with a text, in the importer's words. */
  reason: string
  /** Products that would leave the shop. */
  products: number
  /** The order's, now. */
  status: keyof typeof orderStatusLabels
}

/** A message's parameter: what the code that refuses must pass. */
type RefusalParams<Name extends keyof RefusalValues> = Pick<RefusalValues, Name>

const laterHint = 'O que ainda falta pode ficar em branco.'

/** Of the record of a retained prescription. */
const recordFactRefusals: Record<RefusalValues['fact'], string> = {
  age: `Escreva a idade em anos, ou “8 meses”. ${laterHint}`,
  sex: `Escolha o sexo. ${laterHint}`,
  registration: `Escreva o registro como CRM-SP 123456. ${laterHint}`,
  sncr: `O número do SNCR tem 14 algarismos, como 2611.1-35.0001234. ${laterHint}`,
}

/** The message for each refusal (word for word where the specification has one: sections 4, 5 and 8). */
export const refusals = {
  'call.unknown': () => 'Esta chamada não existe.',
  'call.notPost': () => 'Esta chamada só aceita POST.',
  'body.tooLarge': () => 'O que você enviou passa do limite.',
  'body.wrongType': () => 'Envie os dados como JSON.',
  'body.unreadable': () => 'Não foi possível ler os dados enviados.',
  'input.invalid': () => fieldErrors.unreadable,
  'captcha.refused': () => 'Não foi possível confirmar que você não é um robô. Tente de novo.',
  'form.refused': () => 'Não foi possível receber este formulário. Confira os dados e envie de novo.',
  'form.outdated': () =>
    'Não foi possível receber este formulário. A página ficou aberta por muito tempo: confira os dados e envie de novo.',
  'form.hasty': () => 'Este envio foi rápido demais. Espere 2 segundos e envie de novo.',
  'page.outdated': () => 'Alguém mudou isto enquanto a página estava aberta. Veja como está agora e envie de novo.',
  'shop.unavailable': () => tryLaterMessage,
  'shop.busy': () =>
    'Muita gente está na loja ao mesmo tempo. Espere alguns segundos e tente de novo: sua sacola continua guardada.',
  'visit.notStarted': () => 'Não foi possível obter o token do usuário: tente novamente mais tarde.',
  'customer.unreadable': () =>
    'Não foi possível obter as informações do usuário, por favor, recarregue a página e tente novamente',
  'shop.failed': () => errorTexts.fallbackMessage,
  'token.invalid': () => 'Unauthenticated',
  'customer.required': () => 'Entre na sua conta para continuar.',
  'login.refused': () => 'E-mail ou senha não conferem. Confira e tente de novo.',
  'account.blocked': () =>
    'Sua conta está bloqueada. Fale com a gente pelos contatos da loja: por lá você também pode pedir seus dados ou a exclusão da conta.',
  'limit.reached': ({ retryAfterSeconds, scope }: RefusalParams<'retryAfterSeconds' | 'scope'>) => {
    const wait = `aguarde ${formatWait(retryAfterSeconds)}`
    if (scope === 'network')
      return `Muitos pedidos vieram da rede em que você está, talvez de outras pessoas. Se você já tem uma senha, entre com ela. Ou ${wait} e tente de novo, ou use outra rede.`
    if (scope === 'mailbox')
      return `Já mandamos vários códigos para este e-mail. Use o mais novo (veja também o spam) ou entre com a senha. Para pedir outro, ${wait}.`
    return `Muitas tentativas seguidas. Aguarde ${formatWait(retryAfterSeconds)} e tente de novo.`
  },
  'password.busy': () => 'Muita gente está entrando na loja agora. Espere alguns segundos e tente de novo.',
  'upload.busy': () => 'Estamos recebendo muitos arquivos agora. Espere alguns segundos e envie de novo.',
  'zipcode.invalid': () => 'Insira um CEP válido.',
  'zipcode.covered': () => 'Já entregamos neste CEP: boas compras!',
  'zipcode.uncovered': () =>
    'CEP fora de cobertura! Ainda não damos cobertura para o CEP informado. Avisaremos quando chegarmos aí.',
  'product.unknown': () => 'Produto não encontrado!',
  'product.sharedBarcode': () => 'Este código de barras é de mais de um produto: diga qual pelo SKU.',
  'product.withdrawn': () => 'Este produto saiu da nossa loja.',
  'product.unavailable': () => 'O produto está indisponível na sua região no momento.',
  'product.notSoldOnline': () => 'Este medicamento é vendido somente na loja física.',
  'product.paused': () => 'Este produto não está à venda no site no momento.',
  'category.unknown': () => 'Categoria não encontrada.',
  'category.icon': () => 'Escolha um dos ícones da lista.',
  'product.maxUnits': ({ product, max }: RefusalParams<'product' | 'max'>) =>
    `${product ?? 'Este produto'}: cada pessoa pode comprar até ${max === 1 ? '1 unidade' : `${max} unidades`} em 30 dias, contando os pedidos que já fez.`,
  'stock.short': ({ product }: RefusalParams<'product'>) =>
    product
      ? `O estoque de ${product} mudou e não há mais a quantidade pedida. Confira sua sacola.`
      : 'O estoque mudou e não há mais a quantidade pedida. Confira sua sacola.',
  'bag.empty': () => 'Não há produtos em sua sacola',
  'bag.full': () => 'Sua sacola está cheia. Finalize este pedido ou remova um produto para adicionar outro.',
  'bagLink.tooMany': ({ max }: RefusalParams<'max'>) =>
    `Um link leva até ${max} produtos. Remova alguns da sacola para compartilhar os outros.`,
  'bagLink.forged': () =>
    'Este link não é de uma sacola da nossa loja. Confira se ele veio inteiro, ou peça outro a quem mandou.',
  'bagLink.expired': () =>
    'O link desta sacola venceu: ele vale por 14 dias. Peça um novo a quem mandou, ou busque os produtos.',
  'bagLink.nothingLeft': () => 'Nenhum produto desta sacola está à venda na sua região no momento.',
  'quantity.aboveStock': () => componentTexts.quantityAboveStock,
  'coupon.unknown': () => 'Este cupom não existe ou não vale mais. Confira o código.',
  'coupon.exists': ({ word }: RefusalParams<'word'>) => `Já existe um cupom ${word}: mude-o na lista.`,
  'coupon.used': () => 'Você já usou este cupom. Ele vale uma vez por cliente.',
  'coupon.notToday': () => 'Este cupom não vale hoje. Confira as datas dele.',
  'coupon.usedUp': () => 'Este cupom já foi usado o número de vezes que valia.',
  'coupon.belowMinimum': ({ cents }: RefusalParams<'cents'>) =>
    `Este cupom vale a partir de ${formatMoney(cents)} em produtos participantes.`,
  'coupon.nothingToDiscount': () => 'Este cupom não vale para os produtos da sua sacola.',
  'cnpj.invalid': () => 'Confira o CNPJ: os dois dígitos do fim não batem com os outros 12 caracteres.',
  'cpf.invalid': () => 'Informe um CPF válido, com 11 dígitos.',
  'product.noLaboratoryDiscount': () => 'Este produto não tem desconto de laboratório.',
  'reminder.product': () => 'Só dá para lembrar de um produto que já foi entregue.',
  'laboratory.notEligible': () =>
    'O programa do laboratório não tem desconto para este CPF neste produto. Você pode comprar pelo preço da loja.',
  'laboratory.changed': ({ units }: RefusalParams<'units'>) =>
    units === 0
      ? 'O programa do laboratório não autorizou o desconto desta vez. Confira o novo total: nada foi cobrado.'
      : `O programa do laboratório autorizou outro desconto, para ${units === 1 ? '1 unidade' : `até ${units} unidades`}. Confira o novo total: nada foi cobrado.`,
  'laboratory.unavailable': () =>
    'O programa do laboratório não respondeu. Sua sacola está como estava: tente de novo em alguns minutos ou compre pelo preço da loja, sem o desconto.',
  'email.invalid': () => fieldErrors.email,
  'email.taken': () => 'Este e-mail já tem cadastro. Entre na sua conta ou recupere a senha.',
  'email.same': () => 'Este já é o e-mail da sua conta.',
  'email.otherAccount': () =>
    'Este e-mail já tem outra conta na loja. Use outro endereço, ou entre naquela conta e exclua-a primeiro. Nada mudou.',
  'email.unconfirmed': () =>
    'Esta conta só troca de e-mail depois de confirmar o atual. Se ele não é seu, fale com a gente pelos contatos da loja.',
  'email.unknown': () => 'Email não encontrado',
  'email.foreign': () => 'O código só pode ser enviado para o e-mail da sua conta.',
  'code.invalid': () => 'O token inserido é inválido',
  'code.former': ({ sentAt }: RefusalParams<'sentAt'>) =>
    `Este código é de um pedido anterior. Use o mais novo, mandado ${atHour(formatTime(sentAt))}.`,
  'callback.foreign': () => 'O endereço de retorno precisa ser desta loja.',
  'passkey.refused': () =>
    'Esta chave de acesso não foi aceita: ela pode ter sido removida, ou o pedido demorou. Tente de novo, ou entre de outro jeito.',
  'passkey.cloned': () =>
    'Por segurança, esta chave de acesso não é mais aceita: parece haver uma cópia dela. Entre de outro jeito, remova a chave e crie outra.',
  'passkey.taken': () => 'Esta chave de acesso já está cadastrada.',
  'passkey.tooMany': ({ max }: RefusalParams<'max'>) =>
    `Cada conta guarda até ${max} chaves de acesso. Remova uma que você não usa mais para criar outra.`,
  'passkey.unknown': () => 'Esta chave de acesso não está mais na sua conta.',
  'passkey.name': () => 'Dê um nome à chave de acesso, com até 40 letras, como Meu celular.',
  'passkey.unconfirmed': () => 'Confirme o seu e-mail antes de criar uma chave de acesso.',
  'password.common': () => 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.',
  'password.isEmail': () => 'Seu e-mail não pode ser a senha: é fácil de adivinhar. Escolha outra.',
  'password.wrong': () => 'A senha atual não confere.',
  'birthday.invalid': () => 'Informe uma data de nascimento entre 1900 e hoje.',
  'session.unknown': () => 'Este aparelho não está mais na sua conta.',
  'gain.unknown': () => 'Benefício não encontrado.',
  'address.tooMany': ({ max }: RefusalParams<'max'>) =>
    `Cada conta guarda até ${max} endereços. Remova um que você não usa mais para salvar outro.`,
  'gain.notOwn': () => 'Um dos benefícios escolhidos não é da sua conta. Confira seus benefícios e tente de novo.',
  'address.doubtful': ({ street }: RefusalParams<'street'>) =>
    street
      ? `O CEP mudou: nele, a rua é ${street}. Corrija o CEP ou a rua, ou salve de novo, se está certo assim.`
      : 'O CEP mudou, e a rua continua a mesma. Corrija a rua, ou salve de novo, se está certo assim.',
  'address.unknown': () => 'Endereço não encontrado.',
  'address.required': () => 'Escolha o endereço de entrega.',
  'address.uncovered': () => 'Ainda não entregamos neste endereço. Escolha outro ou cadastre um novo.',
  'receiver.required': () => 'Falta o nome e o celular de quem recebe. Complete o seu perfil e finalize de novo.',
  'branch.forged': () => 'A loja deste pedido não é a do endereço escolhido. Confira o resumo e tente de novo.',
  'notice.past': () => 'O último dia do aviso já passou. Escolha hoje ou outro dia, ou deixe em branco.',
  'branch.unknown': () => 'Esta loja não existe. Informe o CEP para saber qual atende você.',
  'balance.short': () =>
    'O saldo da sua carteira é menor que o valor escolhido. Confira os valores e finalize de novo.',
  'balance.changed': () => 'Seus saldos mudaram desde que você abriu o resumo. Confira os valores e finalize de novo.',
  'door.limit': ({ cents }: RefusalParams<'cents'>) =>
    `Na entrega ou na loja, esta loja recebe até ${formatMoney(cents)}. Escolha outra forma de pagar.`,
  'door.firstOrder': () =>
    'Pagar na entrega fica disponível depois do seu primeiro pedido entregue. Escolha outra forma de pagar.',
  'door.change': ({ cents }: RefusalParams<'cents'>) => `O troco precisa ser para ${formatMoney(cents)} ou mais.`,
  'door.method': () => 'Escolha como o cliente pagou.',
  'door.amount': ({ cents }: RefusalParams<'cents'>) =>
    `O pedido é recebido inteiro e de uma forma só: ${formatMoney(cents)}, sem contar o troco. Se o cliente não paga tudo, marque “Não recebido”.`,
  'door.unpaid': ({ cents }: RefusalParams<'cents'>) =>
    `Falta receber ${formatMoney(cents)} por este pedido. Marque antes “Recebido” ou “Não recebido”.`,
  'door.gone': () => 'Não há o que receber deste pedido agora. Confira como ele está.',
  'delivery.changed': () => 'A forma de receber mudou enquanto você conferia. Escolha de novo: nada foi cobrado.',
  'branch.zipcodes': ({ word, group }: RefusalParams<'word' | 'group'>) =>
    `Os CEPs ${word} já são de outra loja, que atende ${group.join(', ')}. Tire de lá primeiro, ou mude aqui.`,
  'delivery.minimum': ({ cents }: RefusalParams<'cents'>) =>
    `Faltam ${formatMoney(cents)} para entregar neste endereço; para retirar não há mínimo.`,
  'delivery.full': () =>
    'Esse horário acabou de lotar. Escolha outro horário ou outra forma de receber: nada foi cobrado.',
  'branch.booked': () => 'Há pedidos que contam com o que muda. Confira quais são: nada foi salvo ainda.',
  'pickup.code': () => 'Nenhum pedido desta loja tem esse código. Confira os números com o cliente.',
  'pickup.elsewhere': ({ product }: RefusalParams<'product'>) => `Esse pedido espera em outra loja: ${product}.`,
  'pickup.paper': () => 'Confira a receita original antes de entregar.',
  'prices.changed': ({ prices }: RefusalParams<'prices' | 'totalCents'>) => {
    const changedPrices = prices.flatMap(({ name, expectedCents, priceCents }) =>
      expectedCents === null || expectedCents === priceCents
        ? []
        : `${name}, de ${formatMoney(expectedCents)} para ${formatMoney(priceCents)}`,
    )
    const reason =
      changedPrices.length > 0
        ? `O preço mudou: ${changedPrices.join('; ')}.`
        : 'Algo mudou desde que você abriu o resumo.'
    return `${reason} Confira os valores e finalize de novo.`
  },
  'prescription.required': () => 'Este pedido precisa de receita médica.',
  'prescription.unknown': () => 'Receita não encontrada, ou já usada em outro pedido. Envie a receita de novo.',
  'prescription.products': () => 'Escolha os produtos que esta receita cobre.',
  'prescription.expired': ({ days }: RefusalParams<'days'>) =>
    `Esta receita está vencida: para estes produtos ela vale por ${days} dias a partir da emissão. Peça uma nova ao médico.`,
  'prescription.longAgo': ({ day }: RefusalParams<'day'>) => prescriptionRefusals.issuedLongAgo(day),
  'prescription.repeatEnded': () => 'Esta receita não serve mais. Envie outra.',
  'quote.tooMany': ({ max }: RefusalParams<'max'>) =>
    `Você já tem ${max} receitas à espera de orçamento. Espere a resposta para enviar outra.`,
  'quote.answered': () => 'Este orçamento já foi respondido.',
  'prescription.inFuture': () => 'A data de emissão não pode ser no futuro. Confira a receita.',
  'patient.tooMany': ({ max }: RefusalParams<'max'>) =>
    `Cada conta guarda até ${max} pacientes. Escolha um da lista ou corrija o nome de um que você não usa mais.`,
  'patient.unknown': () => 'Paciente não encontrado.',
  'file.missing': () => 'Escolha o arquivo da receita: uma foto ou um PDF.',
  'file.tooLarge': () => prescriptionRefusals.fileTooLarge,
  'file.unsupported': () => 'Envie a receita como foto (JPG, PNG ou WebP) ou PDF.',
  'file.phonePicture': () =>
    'Fotos HEIC não abrem aqui. No iPhone, em Ajustes, Câmera, Formatos, escolha “Mais Compatível” e fotografe de novo, ou envie uma captura de tela da foto.',
  'file.damaged': () => 'Não conseguimos ler este arquivo. Tire outra foto ou salve o PDF de novo.',
  'file.tooManyPixels': () =>
    'Esta foto tem pixels demais. Na câmera do celular, escolha 12 ou 50 megapixels e fotografe de novo, ou envie uma captura de tela da foto.',
  'file.encrypted': () => 'Este PDF está protegido por senha. Envie uma cópia sem senha.',
  'file.active': () =>
    'Este PDF é um formulário que só o Adobe Reader mostra. Abra nele, escolha Imprimir e Salvar como PDF, e envie o arquivo novo.',
  'file.tooManyPages': ({ pages }: RefusalParams<'pages'>) =>
    `Este PDF tem mais de ${pages} páginas. Envie só as da receita.`,
  'files.unavailable': () =>
    'Não conseguimos acessar os arquivos agora. Nada se perdeu: tente de novo em alguns minutos.',
  'file.blankPage': () =>
    'Uma página deste PDF está em branco ou danificada. Envie só as páginas da receita, ou tire uma foto de cada uma.',
  'file.undrawable': () => 'Não conseguimos mostrar este PDF. O original está guardado: fale com a gente.',
  'problem.unknown': () => 'Este problema não existe, ou já foi enviado.',
  'problem.open': () => 'Este pedido já tem um problema em aberto. Continue a conversa por lá.',
  'problem.unpaid': () => 'Este pedido ainda não foi pago: você pode cancelar pela página dele.',
  'problem.over': () => 'Este pedido já foi encerrado, e o valor dele voltou para você.',
  'problem.tooLateToCancel': () =>
    'Não dá mais para cancelar: o pedido já está em separação. Quando ele chegar, você pode desistir da compra em até 7 dias.',
  'problem.notDelivered': () => 'O pedido ainda não foi entregue. Se ele está atrasado, escolha “Está atrasado”.',
  'problem.withdrawalOver': () =>
    'O prazo de 7 dias para desistir acabou. Se o produto veio com problema, escolha outro motivo.',
  'problem.tooOld': () => 'O prazo de 30 dias acabou. Fale com a gente por telefone.',
  'problem.noItem': () => 'Escolha com quais produtos foi.',
  'problem.units': () => 'Confira as unidades: não podem passar das que você tem, sem as que já voltaram.',
  'problem.noMessage': () => 'Conte em poucas palavras o que houve.',
  'problem.noAnswer': () => 'Escreva a mensagem para o cliente.',
  'problem.tooManyPhotos': ({ max }: RefusalParams<'max'>) => `Envie no máximo ${max} fotos.`,
  'problem.noPhoto': () => 'Envie uma foto (JPG, PNG ou WebP).',
  'problem.answered': () => 'Este problema já foi respondido, ou espera o cliente.',
  'problem.amount': ({ cents }: RefusalParams<'cents'>) =>
    cents > 0 ? `Informe um valor de até ${formatMoney(cents)}.` : 'Não há mais valor a devolver deste pedido.',
  'courier.url': () => 'Informe um endereço que comece com https://.',
  'courier.name': () => 'Informe o nome de quem entrega.',
  'problem.goods': () => 'Os produtos deste problema já foram recebidos, ou não há o que receber.',
  'fiscal.issued': () => 'A nota fiscal deste pedido não muda mais.',
  'fiscal.key': () => 'A chave de acesso tem 44 caracteres, números e às vezes letras. Confira: um deles não bate.',
  'promise.past': () => 'Informe um horário que ainda não passou.',
  'promise.closed': () => 'A loja está fechada nesse horário. Informe um em que ela funciona.',
  'order.unknown': () => 'Pedido não encontrado.',
  'order.notPayable': () => 'Este pedido não está mais aguardando pagamento.',
  'order.notCancellable': () => 'Este pedido não pode mais ser cancelado por aqui. Fale com a gente.',
  'order.underWay': ({ orderId }: RefusalParams<'orderId'>) =>
    `O pedido ${orderId} está em andamento, e precisamos dos seus dados até o fim dele. Assim que for entregue ou cancelado, você poderá excluir a conta.`,
  'payment.notOffered': () => fieldErrors.paymentMethod,
  'payment.unavailable': () => tryLaterMessage,
  'wishlist.notAdded': () => 'Falha ao adicionar o produto à seus favoritos',
  'wishlist.unavailable': () => 'Falha ao obter os produtos favoritos do usuário',
  'staff.forbidden': () => 'Esta página não existe, ou não é do seu acesso.',
  'staff.refused': () => 'Confira o e-mail e a senha.',
  'staff.codeRefused': () => 'Código incorreto ou já usado. Espere o próximo no aplicativo.',
  'staff.signedOut': () => 'Sua sessão terminou. Entre de novo.',
  'staff.invitationOver': () => 'Este convite já foi usado ou venceu. Peça outro a quem gerencia a loja.',
  'staff.unknown': () => 'Pessoa não encontrada.',
  'staff.emailTaken': () => 'Já existe alguém da equipe com este e-mail.',
  'staff.nameMissing': () => 'Informe o nome da pessoa, com letras.',
  'staff.crfMissing': () => 'Informe o CRF de quem é farmacêutico, como SP-12345.',
  'staff.notAllowed': () => 'Esta função ou chave não dá acesso a isto.',
  'staff.codeMissing': () => 'Falta o segundo passo: envie o código a staff/verify.',
  'key.incomplete': () => 'Dê um nome ao sistema e escolha o que ele pode fazer.',
  'key.unknown': () => 'Esta chave já foi removida.',
  'staff.lastOwner': () => 'A loja precisa de pelo menos uma pessoa na gerência.',
  'order.changed': ({ status }: RefusalParams<'status'>) =>
    `Alguém mudou este pedido enquanto a página estava aberta. Situação agora: ${orderStatusLabels[status].toLowerCase()}. Confira e envie de novo.`,
  'units.changed': ({ units }: RefusalParams<'units'>) =>
    `A quantidade deste item mudou enquanto a página estava aberta: agora ${units === 1 ? 'é 1 unidade' : `são ${units} unidades`}. Confira e envie de novo.`,
  'request.overtaken': ({ status }: RefusalParams<'status'>) =>
    `O cancelamento foi pedido com o pedido ainda na loja. Situação agora: ${orderStatusLabels[status].toLowerCase()}. Mantenha o pedido ou, na página dele, use “Reembolsar”.`,
  'email.notResendable': () =>
    'Este e-mail não pode mais ser reenviado: é de uma versão antiga da loja, ou a conta foi excluída.',
  'whatsapp.disabled': () => 'A loja ainda não envia avisos pelo WhatsApp.',
  'whatsapp.phone': () => 'Informe um número com DDD que usa WhatsApp, como (11) 98765-4321.',
  'key.invalid': () => 'Envie em Idempotency-Key de 1 a 128 letras, números ou sinais, sem espaços nem acentos.',
  'key.reused': () => 'Esta Idempotency-Key já foi usada nas últimas 24 horas com outros dados.',
  'key.busy': () => 'A chamada com esta Idempotency-Key ainda está em andamento. Tente de novo em alguns segundos.',
  'step.impossible': ({ status }: Partial<RefusalParams<'status'>>) =>
    status === undefined
      ? 'Este pedido já está em outra etapa. Confira a situação dele antes de continuar.'
      : `Este pedido já está em outra etapa. Situação agora: ${orderStatusLabels[status].toLowerCase()}. Confira antes de continuar.`,
  'orders.noneTicked': () => 'Marque pelo menos um pedido.',
  'step.notPicked': () => 'Confira os itens que faltam, ou tire-os do pedido.',
  'proposal.open': () => 'O cliente ainda não respondeu à proposta anterior.',
  'proposal.over': () => 'Esta proposta não vale mais. Veja nesta página como o pedido está.',
  'proposal.gone': () =>
    'O que propusemos acabou de se esgotar. Se recusar a proposta, devolvemos o valor do item que falta.',
  'proposal.overtaken': () =>
    'Outra proposta foi feita enquanto esta página estava aberta, e já teve resposta. Veja como o pedido está agora.',
  'proposal.prescription': () =>
    'No lugar de um item com receita só vai o genérico ou o de referência dele, e nenhum outro item com receita entra por troca.',
  'proposal.pharmacist': () => 'A troca de um item com receita é proposta por quem é farmacêutico.',
  'proposal.impossible': () => 'Para este item não dá para propor isto. Escolha outra opção da lista.',
  'removal.units': ({ units }: RefusalParams<'units'>) =>
    units === 1
      ? 'Deste item há só 1 unidade no pedido.'
      : `Deste item há ${units} unidades no pedido: tire de 1 a ${units}.`,
  'removal.everything': () => 'Não sobraria nenhum item: cancele o pedido inteiro.',
  'removal.balances': () => 'Este pedido foi pago com saldo: sem este item, cancele o pedido inteiro e peça um novo.',
  'removal.byHand': () => 'Este pedido foi pago fora da loja: devolva o valor lá, ou cancele o pedido inteiro.',
  'removal.returned': () =>
    'O banco já devolveu parte deste pagamento por conta própria, e o que resta não cobre este item. Confira o pagamento antes de continuar.',
  'removal.picked': () =>
    'Este item já está separado na sacola da entrega. Se não quer mais, fale com a loja antes que o pedido saia.',
  'picture.waiting': () => 'Outra foto já foi pedida ao cliente, e ainda não chegou.',
  'picture.late': () => 'A loja não espera mais por esta foto. Veja nesta página como o pedido está.',
  'picture.reason': () => 'Diga ao cliente por que precisa de outra foto.',
  'change.waiting': () =>
    'Uma mudança deste pedido ainda espera o Pix da diferença. Pague, ou desista dela, na página do pedido.',
  'surcharge.over': () => 'Esta mudança não espera mais pagamento. Veja nesta página como o pedido está.',
  'change.tooLate': ({ status }: RefusalParams<'status'>) =>
    `Não dá mais para mudar este pedido. Situação agora: ${orderStatusLabels[status].toLowerCase()}.`,
  'change.pickup': () => 'Este pedido é retirado na loja: não há endereço de entrega para trocar.',
  'change.sameAddress': () => 'O pedido já vai para este endereço.',
  'change.unconfirmed': () => 'Confira abaixo o que muda, e confirme com o cliente antes de trocar.',
  'change.quote': () =>
    'O valor, a loja ou o horário mudou enquanto você conferia. Veja como ficou e confirme de novo.',
  'change.dearer': ({ cents }: RefusalParams<'cents'>) =>
    `A entrega nesse endereço custa ${formatMoney(cents)} a mais. O pedido segue para o endereço de antes.`,
  'change.proposal': () => 'Antes de trocar o endereço, responda à proposta da loja na página do pedido.',
  'change.stock': ({ product }: RefusalParams<'product'>) =>
    `A loja que entrega nesse endereço não tem ${product ?? 'um dos produtos'} agora. O pedido segue para o endereço de antes.`,
  'change.delivery': () =>
    'A loja que entrega nesse endereço não tem esse horário livre. Escolha outro; até lá, o pedido segue para o endereço de antes.',
  'change.refund': () =>
    'Este pedido foi pago de um modo que não devolve uma parte sozinho. Fale com a loja: até lá, ele segue como está.',
  'pick.takenOut': ({ product }: RefusalParams<'product'>) => `${product} foi tirado deste pedido: não vai na entrega.`,
  'pick.unknownCode': () => 'Este código não é de nenhum produto da loja.',
  'pick.otherProduct': ({ product }: RefusalParams<'product'>) =>
    `Código errado: é ${product}, que não está neste pedido.`,
  'pick.complete': ({ product }: RefusalParams<'product'>) => `Todas as unidades de ${product} já foram conferidas.`,
  'settlement.gone': () => 'Esta devolução já foi feita, ou o valor dela mudou. Confira o pedido antes de registrar.',
  'settlement.means': () => 'Escolha de que modo o valor foi devolvido.',
  'settlement.day': () => 'Informe o dia em que o valor foi devolvido: hoje ou antes.',
  'sales.days': ({ max }: RefusalParams<'max'>) =>
    `Escolha dois dias, como 01/10/2026 e 31/10/2026: o primeiro não depois do último, e até ${max} dias ao todo.`,
  'settlement.receipt': () => 'O número do comprovante tem até 60 letras.',
  'request.missing': () => 'Este pedido de cancelamento já foi respondido.',
  'reason.missing': () => 'Informe o motivo.',
  'text.tooLong': ({ max }: RefusalParams<'max'>) => fieldErrors.tooLong(max),
  'customer.unknown': () => 'Cliente não encontrado.',
  'block.changed': () => 'Alguém já bloqueou ou desbloqueou esta conta. Confira como ela está agora.',
  'erasure.unconfirmed': () => 'Para confirmar, digite o e-mail desta conta.',
  'erasure.underWay': ({ orderId }: RefusalParams<'orderId'>) =>
    `O pedido ${orderId} está em andamento. Apague os dados depois que ele for entregue ou cancelado.`,
  'prescription.signedLater': () =>
    'Outra pessoa assinou este arquivo depois de quem prescreveu. Confira se a receita já foi dispensada e marque, ou rejeite.',
  'prescription.servedMeanwhile': () =>
    'Esta receita acabou de ser aprovada para outro pedido. Veja abaixo onde ela serviu, e decida de novo.',
  'prescription.issueDate': () => 'Escreva o dia da emissão como está na receita, como 20/11/2026.',
  'prescription.units': ({ units }: RefusalParams<'units'>) =>
    `Escreva quantas unidades a receita cobre, de 0 a ${units}.`,
  'prescription.nothingApproved': () => 'Nenhuma unidade aprovada: para isso, rejeite a receita.',
  'prescription.facts': ({ fact }: RefusalParams<'fact'>) => recordFactRefusals[fact],
  'prescription.repeats': () =>
    'Para servir de novo, escreva de 1 a 12 vezes e o último dia, no máximo daqui a um ano. Receita retida serve uma vez só.',
  'pick.lot': ({ product }: RefusalParams<'product'>) =>
    `Confira o lote de ${product ?? 'um produto de receita retida'}: está na caixa, de 2 a 20 letras e algarismos. De dois lotes escreva as unidades de cada um, como “AB12 x1, CD34 x2”.`,
  'prescription.decided': () => 'Esta receita já foi decidida por outra pessoa.',
  'banner.unknown': () => 'Este banner não existe mais.',
  'banner.empty': () => 'Preencha título, texto e botão do banner.',
  'banner.tooLong': () => 'O banner é longo demais: título até 80 letras, texto até 200, botão até 40.',
  'banner.product': () => 'Nenhum produto da loja tem este SKU.',
  'banner.forbidden': () => 'Este produto não pode ser anunciado: é vendido com receita (RDC 44/2009, art. 54).',
  'banner.target': () => 'Escolha um destino só: a página, ou o produto.',
  'synonym.unknown': () => 'Este grupo de sinônimos não existe mais.',
  'synonym.alone': () => 'Escreva pelo menos duas palavras, com vírgula entre elas.',
  'synonym.tooMany': () => 'Um grupo tem no máximo 20 palavras.',
  'synonym.tooLong': ({ word }: RefusalParams<'word'>) => `“${word}” é longo demais: cada palavra tem até 40 letras.`,
  'synonym.meaningless': ({ word }: RefusalParams<'word'>) =>
    `“${word}” não diz nada a uma busca. Escreva o que alguém buscaria.`,
  'synonym.taken': ({ word, group }: RefusalParams<'word' | 'group'>) =>
    `“${word}” já está em outro grupo: ${group.join(', ')}.`,
  'offer.ceiling': ({ ceiling }: RefusalParams<'ceiling'>) => `Acima do teto legal de ${formatCeiling(ceiling)}.`,
  'ceilings.older': ({ publishedOn, storedOn }: RefusalParams<'publishedOn' | 'storedOn'>) =>
    `${publishedOn === null ? 'Esta lista não diz de que dia é' : `Esta lista é de ${formatDay(publishedOn)}`}, e a loja já tem a de ${formatDay(storedOn)}. Baixe a mais nova, ou marque que quer esta. Nada mudou.`,
  'ceilings.rate': () => 'Escreva a alíquota como 18 ou 17,5, ou deixe em branco se ainda não sabe.',
  'ceilings.source': () => 'Diga de onde vem a alíquota: a lei, ou quem confirmou.',
  'product.row': ({ reason }: RefusalParams<'reason'>) => `Confira este campo: ${reason}.`,
  'product.codeMissing': () => 'Informe o código de barras, ou o código da loja.',
  'product.priceMissing': () => 'Informe o preço: o caixa não tem.',
  'product.skuTaken': () => 'Já existe um produto com este código. Busque por ele em Produtos.',
  'pending.gone': () =>
    'Outra pessoa já cuidou daquele produto, na loja ou fora dela. Seguimos com os que ainda esperam.',
  'rule.line': ({ line, word }: RefusalParams<'line' | 'word'>) =>
    `A linha ${line}, “${word}”, não tem as três partes: palavras; nome; categoria > subcategoria. Nada mudou.`,
  'product.detail': () => 'Confira este detalhe: escreva como a dica pede.',
  'offer.changed': () => 'Alguém mudou este produto enquanto você editava. Confira os valores de agora.',
  'offer.stock': () => 'O estoque não pode ficar abaixo de zero.',
  'offer.stockLimit': () => `O estoque de um produto vai até ${formatNumber(limits.units)} unidades.`,
  'offer.priceLimit': () => `O preço de um produto vai até ${formatMoney(limits.priceCents)}.`,
  'offer.safety': () =>
    `Escreva o estoque de segurança como um número de 0 a ${formatNumber(limits.units)}, ou deixe em branco.`,
  'offer.unknown': () => 'Esta loja não oferece este produto.',
  'promotion.forbidden': () => 'Este produto não pode ter promoção: é vendido com receita (RDC 44/2009, art. 54).',
  'promotion.laboratory': () => 'Este produto tem o desconto do laboratório: não leva promoção da loja.',
  'promotion.medicine': () => 'Medicamento não pode ter promoção por quantidade. Nada mudou.',
  'promotion.unreadable': () =>
    'Escreva a promoção assim: “leve 3, pague 2”, “2ª unidade 50%”, “a partir de 3 por 9,90”, “kit por 49,90” ou “clube 10%”.',
  'promotion.exists': () => 'Estes produtos já têm esta promoção, nos mesmos dias. Nada mudou.',
  'promotion.noSaving': () => 'Com esta promoção ninguém paga menos que hoje. Confira o preço.',
  'promotion.unknown': () => 'Esta promoção já não existe.',
  'promotion.tooMany': ({ max }: RefusalParams<'max'>) =>
    `São mais de ${formatNumber(max)} produtos. Busque por marca ou categoria, e faça uma de cada vez.`,
  'promotion.none': () => 'Nenhum destes produtos pode ter promoção. Nada mudou.',
  'promotion.value': () => 'Escreva o desconto: de 1 a 99 por cento, ou reais, como 2,50.',
  'promotion.abovePrice': ({ cents }: RefusalParams<'cents'>) =>
    `O desconto precisa ser menor que o menor preço, ${formatMoney(cents)}.`,
  'promotion.days': () => 'O último dia não pode vir antes do primeiro. Confira os dois dias.',
  'promotion.over': () => 'O último dia já passou.',
  'promotion.changed': () => 'Alguém mudou esta promoção enquanto você editava. Confira como ela está agora.',
  'profile.unreadable': () =>
    'O arquivo shop.json foi mudado fora daqui e não pode ser lido; a loja segue com os dados de antes. Nada foi salvo. Peça a quem cuida do servidor para corrigi-lo: o registro do servidor (log) diz o que está errado.',
  'profile.readOnly': () =>
    'O servidor só pode ler o arquivo shop.json, e nada foi salvo. Peça a quem cuida do servidor para deixar gravá-lo, ou para fazer lá esta mudança.',
  'logo.missing': () => 'Escolha o arquivo do logotipo.',
  'logo.tooLarge': () => 'O logotipo pode ter até 1 MB. Salve-o menor, como SVG ou PNG.',
  'logo.unsupported': () => 'Este arquivo não é um SVG nem um PNG. Salve o logotipo de novo em um dos dois.',
  'logo.active': () =>
    'Este SVG traz um programa ou busca algo fora dele. Exporte-o como SVG simples, com os textos em curvas, ou envie um PNG.',
  'logo.tooSmall': ({ width, height }: RefusalParams<'width' | 'height'>) =>
    `O logotipo tem ${width} × ${height} pontos: é pouco para os ícones. Envie um com pelo menos 128 de um lado e 24 do outro; 512 ou mais é melhor.`,
  'picture.missing': () => 'Escolha a foto.',
  'picture.tooLarge': () => prescriptionRefusals.fileTooLarge,
  'picture.unsupported': () => 'Envie a foto como JPG, PNG ou WebP.',
  'picture.damaged': () => 'Não foi possível ler esta foto. Salve-a de novo e envie.',
  'picture.forbidden': () => 'Este produto não mostra foto: é vendido com receita (RDC 44/2009, art. 54).',
  'picture.changed': () => 'Alguém trocou esta foto enquanto você editava. Confira a de agora.',
  'import.missing': () => 'Escolha o arquivo: CSV ou Excel (XLSX).',
  'import.encoding': ({ line }: RefusalParams<'line'>) =>
    `Na linha ${line} as letras com acento vêm trocadas. Salve o original como “CSV UTF-8” ou XLSX e envie de novo. Nada mudou.`,
  'import.zero': ({ line }: RefusalParams<'line'>) =>
    `A linha ${line} tem um caractere que não existe em texto: o arquivo não é uma tabela, ou está danificado. Salve como “CSV UTF-8” ou XLSX. Nada mudou.`,
  'import.quote': ({ line }: RefusalParams<'line'>) =>
    `A linha ${line} tem aspas no meio de um texto. Ponha o texto inteiro entre aspas e dobre as de dentro, "1/2"" X 3", ou salve como XLSX. Nada mudou.`,
  'import.header': ({ missing, unknown, duplicates }: RefusalParams<'missing' | 'unknown' | 'duplicates'>) =>
    `A primeira linha não é a deste tipo de arquivo: ${[
      missing.length > 0 && `faltam ${missing.join(', ')}`,
      unknown.length > 0 && `não se conhece ${unknown.join(', ')}`,
      duplicates.length > 0 && `está em dobro ${duplicates.join(', ')}`,
    ]
      .filter(Boolean)
      .join('; ')}. Nada mudou.`,
  'import.listColumns': ({ missing }: RefusalParams<'missing'>) =>
    `A lista da CMED veio sem ${missing.length === 1 ? 'a coluna' : 'as colunas'} ${missing.join(', ')}. Baixe-a de novo, como a CMED a publica (XLSX). Nada mudou.`,
  'import.tillColumns': ({ missing }: RefusalParams<'missing'>) =>
    `Não deu para saber qual coluna é ${missing.map((column) => tillColumnNames[column] ?? column).join(', nem qual é ')}. Escolha abaixo e prove de novo. Nada mudou.`,
  'import.empty': () => 'O arquivo está vazio. Nada mudou.',
  'import.rowless': () => 'O arquivo só tem os nomes das colunas, nenhuma linha abaixo deles. Nada mudou.',
  'import.cut': ({ line }: RefusalParams<'line'>) =>
    `O arquivo foi cortado, ou faltam as aspas que fecham um texto${line ? ` que começa na linha ${line}` : ''}. Corrija e envie de novo. Nada mudou.`,
  'import.oldWorkbook': () =>
    'Este é um Excel antigo (.xls) ou com senha. Salve sem senha como “Pasta de Trabalho do Excel (.xlsx)” ou “CSV UTF-8”. Nada mudou.',
  'import.cell': ({ line, column, word }: RefusalParams<'line' | 'column' | 'word'>) =>
    `Linha ${line}, coluna ${column}: não deu para ler “${word}”. Use a lista como a CMED a publica (XLSX). Nada mudou.`,
  'import.noPrices': () =>
    'Nenhuma linha da lista tem preço máximo ao consumidor (PMC). Baixe a lista certa no site da CMED. Nada mudou.',
  'import.unreadable': () => 'Não foi possível ler o arquivo como tabela. Salve como “CSV UTF-8” ou XLSX. Nada mudou.',
  'import.tooMuch': () =>
    'O arquivo é grande demais para uma vez só. Divida-o em partes, como um por loja. Nada mudou.',
  'import.refused': () => 'Desde o teste algo mudou na loja, e o arquivo não vale mais. Teste de novo. Nada mudou.',
  'import.withdrawsMany': ({ products }: RefusalParams<'products'>) =>
    `Este arquivo retira ${products} produtos da loja, mais de um décimo. Marque que é isso mesmo, ou confira se ele está inteiro. Nada mudou.`,
  'import.gone': () => 'Este arquivo não está mais aqui: fica por uma hora depois do teste. Envie de novo.',
  'import.busy': () => 'Outro arquivo está sendo importado agora. Espere um minuto e tente de novo.',
  'webhook.url': () =>
    'Escreva um endereço https completo, sem usuário nem senha, como https://erp.exemplo.com.br/avisos.',
  'webhook.network': () =>
    'Este endereço é de uma rede interna. Quem opera a loja pode liberar essa rede em WEBHOOK_NETWORKS.',
  'webhook.known': () => 'Este endereço já está cadastrado.',
  'webhook.unknown': () => 'Este endereço já foi removido.',
  'webhook.messageUnknown': () => 'Esta mensagem não pode mais ser enviada: ela ou o endereço dela saiu do cadastro.',
  'charge.unknown': () => 'Cobrança não encontrada.',
  'charge.notPayable': () => 'Esta cobrança não pode mais ser paga.',
}

/** The message of a code that is only known at run time. */
export function formatRefusal(code: keyof typeof refusals, values: Partial<RefusalValues> = {}): string {
  return (refusals[code] as (values: Partial<RefusalValues>) => string)(values)
}

function formatWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
