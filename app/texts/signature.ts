const listFormat = new Intl.ListFormat('pt-BR')

/** What the pharmacist is told of a PDF and its signatures, and what it asks for. */
export const signatureTexts = {
  title: 'Assinatura',
  verdicts: {
    valid: [
      'ok',
      'Assinatura válida',
      'A cadeia leva a uma raiz aceita por esta loja, e o que se vê é o que foi assinado.',
    ],
    advanced: [
      'ok',
      'Íntegra, assinatura avançada (gov.br)',
      'Basta para uma receita comum. Uma receita retida precisa de assinatura qualificada (ICP-Brasil).',
    ],
    unchecked: [
      'warn',
      'Cadeia não verificada',
      'A assinatura confere, a origem não se sabe: esta loja ainda não tem as raízes da ICP-Brasil. Confira no validador do ITI antes de decidir.',
    ],
    incomplete: [
      'warn',
      'Falta uma autoridade da cadeia',
      'A assinatura confere, a origem ainda não se sabe. Até lá, confira no validador do ITI antes de decidir.',
    ],
    unknownGovernment: [
      'warn',
      'Íntegra, diz ser assinatura avançada (gov.br)',
      'A assinatura confere, mas as autoridades do gov.br não estão entre as aceitas por esta loja. Confira no validador do ITI antes de decidir.',
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
  /** Of a trusted authority that is not gov.br's. */
  otherAdvanced: 'Íntegra, assinatura avançada',
  /** Of a retained prescription. */
  advancedIsNotEnough: [
    'error',
    'Íntegra, mas só assinatura avançada',
    'Esta receita fica retida, e uma receita retida precisa de assinatura qualificada (ICP-Brasil). Peça uma assim a quem prescreveu.',
  ] as const,
  missingAuthority: (authority: string) =>
    `Falta a autoridade ${authority} no meio da cadeia: peça a quem opera a loja.`,
  badge: (verdict: string, signer: string) => `${verdict}: ${signer}`,
  problems: {
    endMissing:
      'Falta o fim do arquivo: ele foi cortado depois de assinado, talvez pelo e-mail. Peça que o enviem de novo, sem copiar o conteúdo.',
    ranges: 'O trecho que a assinatura diz cobrir não cabe no arquivo.',
    gap: 'A assinatura deixa de fora mais do que ela mesma.',
    tooLarge: 'A assinatura é grande demais.',
    notCms: 'A assinatura está danificada e não se lê.',
    ownContents: 'A assinatura traz um conteúdo próprio em vez do arquivo.',
    signers: 'Não tem exatamente um assinante.',
    noAttributes: 'Não diz o que assinou.',
    attributeTwice: 'Diz duas vezes o que assinou.',
    algorithm: 'Usa um algoritmo que não conferimos.',
    noCertificate: 'Falta o certificado de quem assinou, ou ele não se lê.',
    otherCertificate: 'Não nomeia o certificado com que foi feita.',
    mismatch: 'Não foi feita com a chave do certificado.',
  },
  laterSignatureQuestion: (signers: string) => `Assinada depois por outra pessoa (${signers}): foi dispensada?`,
  laterSignatureHint:
    'Uma farmácia assina assim a receita que já dispensou. O que foi assinado antes continua valendo.',
  signedLater: (signers: string) => `Assinada depois por ${signers}; não muda o que se vê`,
  unreadableTime: 'hora não lida',
  fileTime: (time: string) => `O arquivo diz ${time}, informado nele e não pela assinatura`,
  unjudgedValidity: 'Sem a hora não se sabe se o certificado valia quando assinou.',
  undrawnTitle: 'Partes do texto não puderam ser desenhadas',
  undrawnHint:
    'O arquivo não traz as letras que usa: falta texto, ou há letras e números trocados. Não confie no que se vê; peça o arquivo de novo ou uma foto.',
  leftOutTitle: 'O que se vê é só o desenho das páginas',
  leftOutHint: (contents: string[]) =>
    `O arquivo traz também ${listFormat.format(contents)}: ficaram de fora, aqui ninguém abre nem executa.`,
  leftOut: {
    scripts: 'programas',
    attachments: 'anexos',
    sentForms: 'um formulário que se envia',
    otherFiles: 'ligações a outros arquivos',
    media: 'som ou vídeo',
  },
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
