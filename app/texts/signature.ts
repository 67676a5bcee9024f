/** What the pharmacist is told of a PDF's signatures, and what it asks for. */
export const signatureTexts = {
  title: 'Assinatura',
  verdicts: {
    valid: [
      'ok',
      'Assinatura válida',
      'A cadeia leva a uma raiz aceita por esta loja, e o que se vê é o que foi assinado.',
    ],
    unchecked: [
      'warn',
      'Cadeia não verificada',
      'A assinatura confere, a origem não se sabe: esta loja ainda não tem as raízes da ICP-Brasil. Confira no validador do ITI antes de decidir.',
    ],
    unknown: [
      'warn',
      'Cadeia desconhecida',
      'A assinatura confere, mas o certificado não leva a nenhuma raiz aceita por esta loja. Qualquer pessoa pode fazer um assim.',
    ],
    expired: [
      'error',
      'Certificado fora da validade',
      'Não valia quando assinou, segundo o relógio de quem assinou. Peça uma receita nova.',
    ],
    weak: [
      'warn',
      'Assinatura fraca',
      'Usa SHA-1 ou uma chave curta, que já se sabe falsificar. Confira com quem emitiu.',
    ],
    changed: [
      'error',
      'Alterado depois de assinado',
      'O que se vê não é o que foi assinado. Olhe o trecho assinado, ou peça o arquivo original.',
    ],
    altered: [
      'error',
      'O arquivo não é o que foi assinado',
      'Não dá para confiar no que está escrito. Peça o original.',
    ],
    unreadable: ['error', 'Assinatura ilegível', 'Não há como conferir. Peça o arquivo original a quem emitiu.'],
    timestamp: ['info', 'Carimbo do tempo', 'Não é conferido aqui.'],
  } as const,
  photoUnsigned: 'Sem assinatura digital',
  photoHint: 'Foto de receita em papel: vale como pré-análise. A original é vista na entrega ou na retirada.',
  unsigned: 'Sem assinatura digital',
  unsignedHint:
    'O PDF não foi assinado. Se é a cópia de uma receita em papel, a original é vista na entrega ou na retirada.',
  notCheckedYet: 'Ainda não conferida',
  notCheckedYetHint: 'Muitos arquivos ao mesmo tempo. Abra a página de novo em instantes.',
  signer: 'Quem assinou',
  unnamedSigner: 'Sem nome no certificado',
  signedAt: 'Quando',
  signerClockHint: 'pelo relógio de quem assinou',
  certificateUntil: (day: string) => `Certificado até ${day}`,
  chain: 'Cadeia',
  trustedRoot: 'Raiz aceita por esta loja',
  changedAfterSigning: 'Alterado depois?',
  appendedContent: {
    none: 'Não',
    same: 'Foi acrescentado algo que não muda o que se vê',
    other: 'Sim, e muda o que se vê',
  },
  claimedCouncil: 'Conselho',
  claimedCouncilHint: 'informado no arquivo, não pelo certificado',
  nameMismatch: 'Outro nome no formulário',
  nameMismatchHint: (name: string, signer: string) => `O cliente digitou “${name}”; quem assinou foi ${signer}.`,
  seeSignedRevision: 'Ver o trecho assinado',
  signatureCountHint: (count: number, checkedCount: number) =>
    `O arquivo tem ${count} assinaturas; conferimos as ${checkedCount} últimas.`,
  uncheckedHint: 'Não conferimos revogação nem carimbo do tempo. O validador do ITI confere, pelo QR Code da receita.',
  openValidator: 'Abrir o validador do ITI',
}
