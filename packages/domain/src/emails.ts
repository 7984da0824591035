/**
 * E-mail addresses (specification, section 5): valid by their form; whether the domain is a known one is not checked, so that addresses
 * of a local network are valid as well.
 */

/** Letters and digits of any script (RFC 6531) and the signs of RFC 5322; no quotes, so that an address needs none in the header of a mail. */
const LOCAL = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
/** A label of a domain name begins and ends with a letter or a digit. */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;

export const EMAIL = new RegExp(String.raw`^(?=[^@]{1,64}@)${LOCAL}(?:\.${LOCAL})*@${LABEL}(?:\.${LABEL})*$`, 'u');
