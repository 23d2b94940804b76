/** The number by which buyer and staff call an order, such as '7C01D4EA'. The end of the id: the beginning is the same for all of a minute. */
export const orderNumber = (id: string): string => id.slice(-8).toUpperCase();
