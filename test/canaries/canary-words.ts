// Words that stand for anybody's: each is said in one place only, so that a find tells who let it through.

const bird = (place: string): string => `zq${place}kestrel4417`;

export const canaries = {
  message: bird('message'),
  modelNote: bird('modelnote'),
  modelReply: bird('modelreply'),
  approvalNote: bird('approvalnote'),
  rejectionNote: bird('rejectionnote'),
  stopReason: bird('stopreason'),
  abortReason: bird('abortreason'),
  toolWords: bird('toolwords'),
  toolThrown: bird('toolthrown'),
  factsThrown: bird('factsthrown'),
  establishThrown: bird('establishthrown'),
  refusalMessage: bird('refusalmessage'),
  errorCode: bird('errorcode'),
  errorMessage: bird('errormessage'),
  unknownTool: bird('unknowntool'),
  unknownToolArgument: bird('unknowntoolargument'),
  argumentValue: bird('argumentvalue'),
  argumentName: bird('argumentname'),
  argumentsNotJson: bird('argumentsnotjson'),
  replyNotJson: bird('replynotjson'),
  handOffNote: bird('handoffnote'),
  customerMessage: bird('customermessage'),
  caseMail: 'canary.person@example.test',
} as const;

/** The shop's own data about the customer: it stands in the order database, which is the shop's, and nowhere else. */
export const shopCanaries = {
  firstName: 'Zqfirstnamekestrel',
  lastName: 'Zqlastnamekestrel',
  mail: 'zq.mail.kestrel@shop.example.test',
  customerId: 'zqcustomer_kestrel_4417',
} as const;

/** The one documented exception: the note of a decision that was signalled without a codec. */
export const bareNotes = { counted: bird('barenote'), ignored: bird('ignorednote') } as const;

export const sentence = (canary: string): string => `the ${canary} walks along the river at dusk`;
