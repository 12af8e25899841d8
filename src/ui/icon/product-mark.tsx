/** The product's sign, the same drawing as its icon. Decorative; its name stands beside it. */
export function ProductMark(props: { size?: number }) {
  const size = props.size ?? 28;
  return <img src="/favicon.svg" alt="" width={size} height={size} />;
}
