/**
 * The name of the encoder's vectors. Vectors of two models are never compared. Change the name with the weights or with
 * the way a text is read (`asProse`, `Tokenizer`).
 */
export const ENCODER = { model: "use-lite-1", dimensions: 512 } as const;
