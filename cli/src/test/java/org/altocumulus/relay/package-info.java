/**
 * A seeded UDP relay that stands between real peers and does to their datagrams what a bad network
 * would, and a bulk transfer to measure through it. A test tool: it is not in the distribution, and
 * uses loopback addresses only. The tests in {@code integration} run behind it; by hand it stands
 * in front of any server:
 *
 * <pre>
 *   mvn -B -q -o package -DskipTests
 *   java -cp 'cli/target/test-classes:cli/target/distribution/lib/*' \
 *       org.altocumulus.relay.RelayMain --listen 127.0.0.1:19400 --target 127.0.0.1:1935 --seed 7 \
 *       --link 'loss=3% delay=50ms jitter=10ms reorder=5%' --rebind-after 5s,10s
 * </pre>
 *
 * <p>Clients then connect to port 19400. {@code --to-target} and {@code --to-clients} set the
 * directions apart; the words are those of {@link org.altocumulus.relay.LinkConditions#parse}.
 */
package org.altocumulus.relay;
