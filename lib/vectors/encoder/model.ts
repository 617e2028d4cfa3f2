/**
 * Names the encoder's vectors; those of two models are never compared. Other weights, or another way to read a text
 * (`asProse`, `Tokenizer`), need another name.
 */
export const ENCODER = { model: "use-lite-1", dimensions: 512 } as const;
