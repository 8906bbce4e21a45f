export { supportTurn } from './support-turn';
