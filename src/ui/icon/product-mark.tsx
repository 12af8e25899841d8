/** The logo, identical to the icon of the app. Decorative, because the name is beside it. */
export function ProductMark(props: { size?: number }) {
  const size = props.size ?? 28;
  return <img src="/favicon.svg" alt="" width={size} height={size} />;
}
